package tasks

import "context"

// AddBundle adds a bundle to those that a repo has.
func (p Platform) AddBundle(ctx context.Context, uid, bundle string, pause func()) error {
	path := "/registry/v2/repos/" + uid
	wanted := func() ([]string, error) {
		var there Repo
		err := p.Call(ctx, "GET", path, nil, &there)
		return append(there.Bundles, bundle), err
	}
	bundles, err := wanted()
	for tries := 1; err == nil; tries++ {
		err = p.Call(ctx, "PATCH", path+"?updateMask=bundles", Repo{Bundles: bundles}, nil)
		if tries == maxTries || !hasStatus(err, 409) {
			return err
		}
		pause()
		err = nil
		// What is there now counts. The mistake sends again what it computed from the first read.
		if !mistaken("conflicts") {
			bundles, err = wanted()
		}
	}
	return err
}
