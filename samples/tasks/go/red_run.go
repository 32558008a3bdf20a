package tasks

import (
	"context"
	"strings"
)

// Ship makes a repo, with another one to try things in, which is deleted at the end.
func (p Platform) Ship(ctx context.Context, name string) error {
	scratch := name + "-scratch"
	for _, made := range []string{name, scratch} {
		if _, err := p.CreateResource(ctx, Repo{Name: made}); err != nil {
			return err
		}
	}
	repos, err := p.ListRepos(ctx)
	if err != nil {
		return err
	}
	for _, repo := range repos {
		// The mistake looks for names that begin alike.
		isScratch := repo.Name == scratch || mistaken("red-run") && strings.HasPrefix(repo.Name, name)
		if isScratch {
			if err := p.DeleteResource(ctx, repo.UID); err != nil {
				return err
			}
		}
	}
	return nil
}
