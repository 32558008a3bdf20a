package tasks

import (
	"context"
	"fmt"
	"net/url"
)

func (p Platform) repoNamed(ctx context.Context, name string) (Repo, error) {
	var page struct{ Repos []Repo }
	err := p.Call(ctx, "GET", "/registry/v2/repos?name="+url.QueryEscape(name), nil, &page)
	if err == nil && len(page.Repos) == 0 {
		err = fmt.Errorf("there is no repo %s", name)
	}
	if err != nil {
		return Repo{}, err
	}
	return page.Repos[0], nil
}

// AddToBundle puts a repo into a bundle.
func (p Platform) AddToBundle(ctx context.Context, name, bundle string) error {
	repo, err := p.repoNamed(ctx, name)
	if err != nil {
		return err
	}
	changes := Repo{Bundles: append(repo.Bundles, bundle)}
	// The mistake sends back what it has read.
	if mistaken("probe") {
		changes.Description = repo.Description
	}
	return p.Call(ctx, "PATCH", "/registry/v2/repos/"+repo.UID, changes, nil)
}
