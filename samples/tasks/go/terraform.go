package tasks

import (
	"context"
	"slices"
)

// What a provider's resource does: its Create, Read, Update and Delete call these.

// CreateResource makes what is planned.
func (p Platform) CreateResource(ctx context.Context, plan Repo) (made Repo, err error) {
	err = p.Call(ctx, "POST", "/registry/v2/repos/"+p.OrgID, plan, &made)
	return made, err
}

// ReadResource returns false for a repo that is gone: Read takes it out of the state.
func (p Platform) ReadResource(ctx context.Context, uid string) (found Repo, there bool, err error) {
	err = p.Call(ctx, "GET", "/registry/v2/repos/"+uid, nil, &found)
	if hasStatus(err, 404) {
		return Repo{}, false, nil
	}
	return found, err == nil, err
}

// UpdateResource sends what differs between state and plan.
func (p Platform) UpdateResource(ctx context.Context, state, plan Repo) (updated Repo, err error) {
	changed := map[string]any{}
	// The mistake sends the whole row, with what another caller has changed meanwhile as it was.
	if plan.Description != state.Description || mistaken("terraform") {
		changed["description"] = plan.Description
	}
	if !slices.Equal(plan.Bundles, state.Bundles) {
		changed["bundles"] = plan.Bundles
	}
	err = p.Call(ctx, "PATCH", "/registry/v2/repos/"+state.UID, changed, &updated)
	return updated, err
}

// DeleteResource does nothing to a repo that is gone.
func (p Platform) DeleteResource(ctx context.Context, uid string) error {
	err := p.Call(ctx, "DELETE", "/registry/v2/repos/"+uid, nil, nil)
	if hasStatus(err, 404) {
		return nil
	}
	return err
}
