package main

import (
	"context"
	"errors"
	"net/http"
	"os"

	"generated/api"
)

type generated struct{ c *api.APIClient }

var ctx = context.WithValue(context.Background(), api.ContextAccessToken, os.Getenv("TOKEN"))

// What a call was refused with; another error is as it is.
func failure(answer *http.Response, err error) error {
	var thrown *api.GenericOpenAPIError
	if !errors.As(err, &thrown) || answer == nil {
		return err
	}
	read, ok := thrown.Model().(api.Error)
	if !ok {
		return err
	}
	r := &refused{status: answer.StatusCode, code: read.Code}
	for _, detail := range read.Details {
		if detail.GoogleRpcErrorInfo != nil {
			r.details = append(r.details, detail.GoogleRpcErrorInfo.Reason)
		}
		if detail.GoogleRpcBadRequest != nil {
			for _, violation := range detail.GoogleRpcBadRequest.FieldViolations {
				r.details = append(r.details, violation.Description)
			}
		}
	}
	return r
}

func groupOf(read *api.IamV2Group, answer *http.Response, err error) (group, error) {
	if err != nil {
		return group{}, failure(answer, err)
	}
	return group{read.Uid, read.Name, read.Description}, nil
}

func (g generated) list(parent, cursor string) ([]group, string, error) {
	call := g.c.GroupsAPI.ListGroups(ctx).UidpChildrenOf(parent).PageSize(2)
	if cursor != "" {
		call = call.PageToken(cursor)
	}
	page, answer, err := call.Execute()
	if err != nil {
		return nil, "", failure(answer, err)
	}
	groups := []group{}
	for _, each := range page.Groups {
		groups = append(groups, group{each.Uid, each.Name, each.Description})
	}
	return groups, page.GetNextPageToken(), nil
}

func (g generated) create(parent, name string) (group, error) {
	return groupOf(g.c.GroupsAPI.CreateGroup(ctx, parent).IamV2GroupInput(*api.NewIamV2GroupInput(name)).Execute())
}

func (g generated) get(uid string) (group, error) {
	return groupOf(g.c.GroupsAPI.GetGroup(ctx, uid).Execute())
}

func (g generated) update(uid, description, name, mask string) (group, error) {
	changes := api.IamV2GroupPatch{Description: &description, Name: optional(name)}
	call := g.c.GroupsAPI.UpdateGroup(ctx, uid).IamV2GroupPatch(changes)
	if mask != "" {
		call = call.UpdateMask(mask)
	}
	return groupOf(call.Execute())
}

func (g generated) remove(uid string) error {
	answer, err := g.c.GroupsAPI.DeleteGroup(ctx, uid).Execute()
	return failure(answer, err)
}

func (g generated) lookup() (group, error) {
	found, answer, err := g.c.GroupsAPI.LookupGroup(ctx).Execute()
	if err != nil {
		return group{}, failure(answer, err)
	}
	return groupOf(found.Group, answer, nil)
}

func (g generated) role(uid string) (string, error) {
	role, _, err := g.c.RolesAPI.GetRole(ctx, uid).Execute()
	if err != nil {
		return "", err
	}
	return role.Uid, nil
}

func (g generated) repo(uid string) (string, error) {
	repo, _, err := g.c.ReposAPI.GetRepo(ctx, uid).Execute()
	if err != nil {
		return "", err
	}
	return repo.Uid, nil
}

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	run(generated{api.NewAPIClient(configuration)})
}
