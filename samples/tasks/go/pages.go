package tasks

import (
	"context"
	"fmt"
	"net/url"
)

const pageSize = 8

// ListRepos returns all repos that the caller sees.
func (p Platform) ListRepos(ctx context.Context) ([]Repo, error) {
	var all []Repo
	found := map[string]bool{}
	for token := ""; ; {
		var page struct {
			Repos         []Repo
			NextPageToken string
		}
		path := fmt.Sprintf("/registry/v2/repos?page_size=%d&page_token=%s", pageSize, url.QueryEscape(token))
		if err := p.Call(ctx, "GET", path, nil, &page); err != nil {
			return nil, err
		}
		for _, repo := range page.Repos {
			// A walk may begin again: a uid is one row, on whichever pages it is.
			if !found[repo.UID] {
				found[repo.UID] = true
				all = append(all, repo)
			}
		}
		last := page.NextPageToken == ""
		if mistaken("pages") {
			// The mistake takes a page that is not full for the last one.
			last = len(page.Repos) < pageSize
		}
		if last {
			return all, nil
		}
		token = page.NextPageToken
	}
}
