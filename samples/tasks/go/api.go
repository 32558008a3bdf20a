// Package tasks is a small client of the platform, with the tests that the pages by task show.
package tasks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Platform is where the API is, and who calls it.
type Platform struct{ URL, Token, OrgID, Issuer string }

// Repo is a row of the registry.
type Repo struct {
	UID         string   `json:"uid,omitempty"`
	Name        string   `json:"name,omitempty"`
	Description string   `json:"description,omitempty"`
	Bundles     []string `json:"bundles,omitempty"`
}

// Refused is a call that failed; its status is 0 where no answer came.
type Refused struct {
	Status     int
	Message    string
	RetryAfter time.Duration
}

func (refused *Refused) Error() string { return refused.Message }

// hasStatus is true for a call that failed with one of these.
func hasStatus(err error, statuses ...int) bool {
	var refused *Refused
	if !errors.As(err, &refused) {
		return false
	}
	for _, status := range statuses {
		if refused.Status == status {
			return true
		}
	}
	return false
}

// PlatformOf is the platform that variables name, of the process or of a world.
func PlatformOf(env map[string]string) Platform {
	return Platform{env["PLATFORM_API_URL"], env["PLATFORM_TOKEN"], env["PLATFORM_ORG_ID"], env["PLATFORM_ISSUER"]}
}

var client = &http.Client{Timeout: 10 * time.Second}

// Call makes a call, and reads its answer into out.
func (p Platform) Call(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, p.URL+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+p.Token)
	answer, err := client.Do(request)
	if err != nil {
		return &Refused{Message: err.Error()}
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return &Refused{Message: err.Error()}
	}
	if answer.StatusCode >= 300 {
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		said := struct{ Message string }{string(text)}
		_ = json.Unmarshal(text, &said)
		return &Refused{answer.StatusCode, said.Message, time.Duration(seconds) * time.Second}
	}
	if out == nil || len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, out)
}
