package main

import (
	"context"
	"net/http"
	"os"

	"generated/api"
)

type generated struct{ c *api.ClientWithResponses }

var ctx = context.Background()

func failure(status int, read *api.Error) error {
	r := &refused{status: status}
	if read == nil {
		return r
	}
	r.code = read.Code
	for _, detail := range read.Details {
		if info, err := detail.AsGoogleRpcErrorInfo(); err == nil {
			r.details = append(r.details, info.Reason)
		}
		if bad, err := detail.AsGoogleRpcBadRequest(); err == nil {
			for _, violation := range bad.FieldViolations {
				r.details = append(r.details, violation.Description)
			}
		}
	}
	return r
}

func groupOf(read *api.IamV2Group, answer *http.Response, err error) (group, error) {
	if err != nil || read == nil {
		return group{}, errorOr(err, answer)
	}
	return group{or(read.Uid), read.Name, read.Description}, nil
}

func errorOr(err error, answer *http.Response) error {
	if err != nil {
		return err
	}
	return failure(answer.StatusCode, nil)
}

func (g generated) list(parent, cursor string) ([]group, string, error) {
	size := int32(2)
	params := &api.ListGroupsParams{UidpChildrenOf: &parent, PageSize: &size, PageToken: optional(cursor)}
	answer, err := g.c.ListGroupsWithResponse(ctx, params)
	if err != nil {
		return nil, "", err
	}
	if answer.JSON400 != nil {
		return nil, "", failure(answer.StatusCode(), answer.JSON400)
	}
	groups := []group{}
	for _, each := range answer.JSON200.Groups {
		groups = append(groups, group{or(each.Uid), each.Name, each.Description})
	}
	return groups, or(answer.JSON200.NextPageToken), nil
}

func (g generated) create(parent, name string) (group, error) {
	answer, err := g.c.CreateGroupWithResponse(ctx, parent, api.IamV2GroupInput{Name: name})
	if err != nil {
		return group{}, err
	}
	return groupOf(answer.JSON200, answer.HTTPResponse, nil)
}

func (g generated) get(uid string) (group, error) {
	answer, err := g.c.GetGroupWithResponse(ctx, uid)
	if err == nil && answer.JSON404 != nil {
		err = failure(answer.StatusCode(), answer.JSON404)
	}
	if err != nil {
		return group{}, err
	}
	return groupOf(answer.JSON200, answer.HTTPResponse, nil)
}

func (g generated) update(uid, description, name, mask string) (group, error) {
	params := &api.UpdateGroupParams{UpdateMask: optional(mask)}
	changes := api.IamV2GroupPatch{Description: &description, Name: optional(name)}
	answer, err := g.c.UpdateGroupWithResponse(ctx, uid, params, changes)
	if err != nil {
		return group{}, err
	}
	return groupOf(answer.JSON200, answer.HTTPResponse, nil)
}

func (g generated) remove(uid string) error {
	answer, err := g.c.DeleteGroupWithResponse(ctx, uid)
	if err == nil && answer.StatusCode() != http.StatusOK {
		return failure(answer.StatusCode(), nil)
	}
	return err
}

func (g generated) lookup() (group, error) {
	answer, err := g.c.LookupGroupWithResponse(ctx)
	if err != nil || answer.JSON200 == nil {
		return group{}, errorOr(err, answer.HTTPResponse)
	}
	return groupOf(answer.JSON200.Group, answer.HTTPResponse, nil)
}

func (g generated) role(uid string) (string, error) {
	answer, err := g.c.GetRoleWithResponse(ctx, uid)
	if err != nil || answer.JSON200 == nil {
		return "", errorOr(err, answer.HTTPResponse)
	}
	return or(answer.JSON200.Uid), nil
}

func (g generated) repo(uid string) (string, error) {
	answer, err := g.c.GetRepoWithResponse(ctx, uid)
	if err != nil || answer.JSON200 == nil {
		return "", errorOr(err, answer.HTTPResponse)
	}
	return or(answer.JSON200.Uid), nil
}

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	run(generated{must(api.NewClientWithResponses(os.Getenv("BASE_URL"), api.WithRequestEditorFn(authorize)))})
}
