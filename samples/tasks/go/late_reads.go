package tasks

import (
	"context"
	"fmt"
	"time"
)

const maxReads = 30

// CreateListed creates a repo, and returns it as a list has it.
func (p Platform) CreateListed(ctx context.Context, repo Repo, pause func(time.Duration)) (Repo, error) {
	var made Repo
	if err := p.Call(ctx, "POST", "/registry/v2/repos/"+p.OrgID, repo, &made); err != nil {
		return Repo{}, err
	}
	for reads := 1; ; reads++ {
		listed, err := p.findRepo(ctx, repo.Name)
		if err != nil || listed.UID == made.UID {
			return listed, err
		}
		// The mistake believes the first list.
		if mistaken("late-reads") || reads == maxReads {
			return Repo{}, fmt.Errorf("%s was not created", repo.Name)
		}
		pause(time.Second)
	}
}
