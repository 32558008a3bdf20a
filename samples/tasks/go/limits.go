package tasks

import (
	"context"
	"time"
)

// ReadRepos reads repos one by one, as fast as the service allows.
func (p Platform) ReadRepos(ctx context.Context, uids []string, pause func(time.Duration)) ([]Repo, error) {
	var all []Repo
	for _, uid := range uids {
		var repo Repo
		for tries := 1; ; tries++ {
			err := p.Call(ctx, "GET", "/registry/v2/repos/"+uid, nil, &repo)
			if err == nil {
				break
			}
			if tries == maxTries || !hasStatus(err, 429) {
				return nil, err
			}
			wait := waitOf(err, tries)
			// The service says when the next call is allowed. The mistake knows better.
			if mistaken("limits") {
				wait = time.Second
			}
			pause(wait)
		}
		all = append(all, repo)
	}
	return all, nil
}
