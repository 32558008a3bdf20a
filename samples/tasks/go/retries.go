package tasks

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/url"
	"time"
)

const maxTries = 4

func (p Platform) findRepo(ctx context.Context, name string) (Repo, error) {
	var page struct{ Repos []Repo }
	query := url.Values{"uidp.children_of": {p.OrgID}, "name": {name}}
	if err := p.Call(ctx, "GET", "/registry/v2/repos?"+query.Encode(), nil, &page); err != nil {
		return Repo{}, err
	}
	if len(page.Repos) == 0 {
		return Repo{}, nil
	}
	return page.Repos[0], nil
}

// CreateRepo creates a repo once, whatever happens to the answers.
func (p Platform) CreateRepo(ctx context.Context, repo Repo, pause func(time.Duration)) (Repo, error) {
	for tries := 1; ; tries++ {
		var made Repo
		err := p.Call(ctx, "POST", "/registry/v2/repos/"+p.OrgID, repo, &made)
		if err == nil {
			return made, nil
		}
		// The guard: a try whose answer was lost has made the repo that is there, if it is as it was asked for.
		if tries > 1 && hasStatus(err, 409) && !mistaken("retries") {
			if there, failed := p.findRepo(ctx, repo.Name); failed == nil && there.Description == repo.Description {
				return there, nil
			}
		}
		// No answer, too many calls, unavailable.
		if tries == maxTries || !hasStatus(err, 0, 429, 503) {
			return Repo{}, err
		}
		pause(waitOf(err, tries))
	}
}

// As long as the service asks for, or else longer each time, with chance.
func waitOf(err error, tries int) time.Duration {
	var refused *Refused
	if errors.As(err, &refused) && refused.RetryAfter > 0 {
		return refused.RetryAfter
	}
	return rand.N(time.Second << tries)
}
