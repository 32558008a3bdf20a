package tasks

import "context"

// SetBundles sets the bundles of a repo that was read before, and nothing else of it.
func (p Platform) SetBundles(ctx context.Context, repo Repo, bundles ...string) error {
	path := "/registry/v2/repos/" + repo.UID
	repo.Bundles = bundles
	if mistaken("masks") {
		// The mistake sends back all that was read, and without a mask all of it counts.
		return p.Call(ctx, "PATCH", path, repo, nil)
	}
	return p.Call(ctx, "PATCH", path+"?updateMask=bundles", Repo{Bundles: bundles}, nil)
}
