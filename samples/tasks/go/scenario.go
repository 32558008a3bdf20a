package tasks

import (
	"context"
	"net/url"
)

// RepoOf returns the repo of a team.
func (p Platform) RepoOf(ctx context.Context, team, name string) (Repo, error) {
	var found struct {
		Groups []struct{ UID string }
		Repos  []Repo
	}
	if err := p.Call(ctx, "GET", "/iam/v2/groups?name="+url.QueryEscape(team), nil, &found); err != nil || len(found.Groups) == 0 {
		return Repo{}, err
	}
	query := url.Values{"name": {name}}
	// The mistake takes the first repo of that name, whichever team it is of.
	if !mistaken("scenario") {
		query.Set("uidp.children_of", found.Groups[0].UID)
	}
	if err := p.Call(ctx, "GET", "/registry/v2/repos?"+query.Encode(), nil, &found); err != nil || len(found.Repos) == 0 {
		return Repo{}, err
	}
	return found.Repos[0], nil
}
