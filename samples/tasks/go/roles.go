package tasks

import (
	"context"
	"fmt"
)

// Release releases a new repo: makes it, and looks how many there are.
func (p Platform) Release(ctx context.Context, name string) (string, error) {
	if _, err := p.CreateResource(ctx, Repo{Name: name}); err != nil {
		return "", err
	}
	// The mistake looks up who may change it, for a line of the log.
	if mistaken("roles") {
		if err := p.Call(ctx, "GET", "/iam/v2/identities", nil, nil); err != nil {
			return "", err
		}
	}
	var list struct{ TotalCount string }
	err := p.Call(ctx, "GET", "/registry/v2/repos?page_size=1", nil, &list)
	return fmt.Sprintf("%s is one of %s repos", name, list.TotalCount), err
}
