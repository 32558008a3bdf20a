package main

import (
	"context"
	"fmt"
	"os"

	"generated/api"
)

type generated struct{ c *api.Client }

var ctx = context.Background()

// The token of each call.
type token struct{}

func (token) Bearer(context.Context, api.OperationName) (api.Bearer, error) {
	return api.Bearer{Token: os.Getenv("TOKEN")}, nil
}

func failure(status int, read api.Error) error {
	r := &refused{status: status, code: read.Code}
	for _, detail := range read.Details {
		r.details = append(r.details, detail.GoogleRPCErrorInfo.Reason)
		for _, violation := range detail.GoogleRPCBadRequest.FieldViolations {
			r.details = append(r.details, violation.Description)
		}
	}
	return r
}

// Each status of each call has a type of its own.
func groupOf(answer any, err error) (group, error) {
	if err != nil {
		return group{}, err
	}
	switch read := answer.(type) {
	case *api.IamV2Group:
		return group{read.UID, read.Name, read.Description}, nil
	case *api.GetGroupNotFound:
		return group{}, failure(404, api.Error(*read))
	}
	return group{}, fmt.Errorf("answered %T", answer)
}

func text(value string) api.OptString {
	if value == "" {
		return api.OptString{}
	}
	return api.NewOptString(value)
}

func (g generated) list(parent, cursor string) ([]group, string, error) {
	params := api.ListGroupsParams{UidpChildrenOf: text(parent), PageSize: api.NewOptInt32(2), PageToken: text(cursor)}
	answer, err := g.c.ListGroups(ctx, params)
	if err != nil {
		return nil, "", err
	}
	switch page := answer.(type) {
	case *api.IamV2ListGroupsResponse:
		groups := []group{}
		for _, each := range page.Groups {
			groups = append(groups, group{each.UID, each.Name, each.Description})
		}
		return groups, page.NextPageToken.Value, nil
	case *api.ListGroupsBadRequest:
		return nil, "", failure(400, api.Error(*page))
	}
	return nil, "", fmt.Errorf("answered %T", answer)
}

func (g generated) create(parent, name string) (group, error) {
	answer, err := g.c.CreateGroup(ctx, &api.IamV2GroupInput{Name: name}, api.CreateGroupParams{UID: parent})
	return groupOf(answer, err)
}

func (g generated) get(uid string) (group, error) {
	answer, err := g.c.GetGroup(ctx, api.GetGroupParams{UID: uid})
	return groupOf(answer, err)
}

func (g generated) update(uid, description, name, mask string) (group, error) {
	changes := api.IamV2GroupPatch{Description: text(description), Name: text(name)}
	params := api.UpdateGroupParams{UID: uid, UpdateMask: text(mask)}
	answer, err := g.c.UpdateGroup(ctx, api.NewOptIamV2GroupPatch(changes), params)
	return groupOf(answer, err)
}

func (g generated) remove(uid string) error {
	answer, err := g.c.DeleteGroup(ctx, api.DeleteGroupParams{UID: uid})
	if _, ok := answer.(*api.DeleteGroupOK); err == nil && !ok {
		return fmt.Errorf("answered %T", answer)
	}
	return err
}

func (g generated) lookup() (group, error) {
	answer, err := g.c.LookupGroup(ctx)
	if err != nil {
		return group{}, err
	}
	found, ok := answer.(*api.IamV2LookupGroupResponse)
	if !ok {
		return group{}, fmt.Errorf("answered %T", answer)
	}
	return groupOf(&found.Group.Value, nil)
}

func (g generated) role(uid string) (string, error) {
	answer, err := g.c.GetRole(ctx, api.GetRoleParams{UID: uid})
	role, ok := answer.(*api.IamV2Role)
	if err != nil || !ok {
		return "", fmt.Errorf("answered %T %v", answer, err)
	}
	return role.UID, nil
}

func (g generated) repo(uid string) (string, error) {
	answer, err := g.c.GetRepo(ctx, api.GetRepoParams{UID: uid})
	repo, ok := answer.(*api.RegistryV2Repo)
	if err != nil || !ok {
		return "", fmt.Errorf("answered %T %v", answer, err)
	}
	return repo.UID, nil
}

func main() { run(generated{must(api.NewClient(os.Getenv("BASE_URL"), token{}))}) }
