package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Keeps its connection alive from call to call.
type rest struct{ http http.Client }

func newRest() *rest {
	if makes("no-timeout") {
		return &rest{}
	}
	return &rest{http.Client{Timeout: timeout}}
}

var repoFields = []string{"uid", "name", "description", "bundles", "catalogTier", "createTime", "updateTime"}

// Returns method, path and body of a call.
func requestOf(operation string, request message) (method, path string, body any) {
	const repos = "/registry/v2/repos/"
	repo, _ := request["repo"].(message)
	switch operation {
	case "CreateRepo":
		return "POST", repos + text(request, "parent"), repo
	case "GetRepo":
		return "GET", repos + text(request, "uid"), nil
	case "UpdateRepo":
		return "PATCH", repos + text(repo, "uid") + "?update_mask=" + text(request, "updateMask"), repo
	case "DeleteRepo":
		return "DELETE", repos + text(request, "uid"), nil
	case "Exchange":
		return "POST", "/sts/exchange", request
	}
	query := url.Values{"uidp.children_of": {text(request["uidp"].(message), "childrenOf")}}
	for _, name := range []string{"pageSize", "orderBy", "name", "pageToken"} {
		if value, isGiven := request[name]; isGiven {
			query.Set(name, fmt.Sprint(value))
		}
	}
	return "GET", "/registry/v2/repos?" + query.Encode(), nil
}

func (r *rest) call(operation, token string, asked message) (message, error) {
	method, path, body := requestOf(operation, asked)
	sent := []byte{}
	if body != nil {
		sent, _ = json.Marshal(body)
	}
	request, err := http.NewRequest(method, os.Getenv("PLATFORM_API_URL")+path, bytes.NewReader(sent))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := r.http.Do(request)
	if err != nil {
		return nil, &refused{kind: passing, message: err.Error()}
	}
	defer answer.Body.Close()
	received, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, &refused{kind: passing, message: err.Error()}
	}
	if answer.StatusCode >= 400 {
		return nil, refusalOf(answer, received)
	}
	value := message{}
	if len(received) > 0 {
		if err := json.Unmarshal(received, &value); err != nil {
			return nil, &refused{kind: passing, message: err.Error()}
		}
	}
	return value, checkFields(value)
}

func refusalOf(answer *http.Response, received []byte) *refused {
	problem := struct{ Message string }{Message: answer.Status}
	_ = json.Unmarshal(received, &problem)
	seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
	refusal := &refused{message: problem.Message, retryAfter: time.Duration(seconds) * time.Second}
	switch {
	case slices.Contains([]int{429, 500, 502, 503, 504}, answer.StatusCode), strings.HasPrefix(problem.Message, "Aborted"):
		refusal.kind = passing
	case answer.StatusCode == 409 && strings.Contains(problem.Message, "exists"):
		refusal.kind = taken
	case answer.StatusCode == 404:
		refusal.kind = missing
	case answer.StatusCode == 401:
		refusal.kind = unknownCaller
	}
	return refusal
}

func checkFields(value message) error {
	if !makes("refuse-new-fields") {
		return nil
	}
	for _, repo := range messages(value, "repos") {
		for field := range repo {
			if !slices.Contains(repoFields, field) {
				return fmt.Errorf("unknown field %s", field)
			}
		}
	}
	return nil
}
