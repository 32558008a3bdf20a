// Ships over REST or gRPC: lists the repos of an organization, makes one, puts it into a bundle, and retires an old one.
// A probe finds nothing in it; with -mistake NAME it makes one of the usual mistakes, each in the line that asks for it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

const pageSize = 3

var mistakes = []string{
	"another-name-after-409", "stop-at-short-page", "stop-at-empty-page", "count-rows-twice", "read-errors-as-empty",
	"no-pause", "ignore-retry-after", "no-timeout", "send-back-all-fields", "refuse-new-fields", "refuse-new-values",
	"take-401-for-nothing-to-do", "swallow-errors", "ignore-refused-delete", "trust-a-late-read",
}

var mistake = flag.String("mistake", "", "one of the usual mistakes")
var over = flag.String("over", "rest", "rest or grpc")

func makes(name string) bool { return *mistake == name }

// A message keeps its fields as they are in JSON.
type message = map[string]any

func text(of message, field string) string {
	value, _ := of[field].(string)
	return value
}

func messages(of message, field string) []message {
	var found []message
	values, _ := of[field].([]any)
	for _, value := range values {
		if each, isMessage := value.(message); isMessage {
			found = append(found, each)
		}
	}
	return found
}

// What calls the service. An error of a call is a *refused, also where it had no answer of the service.
type transport interface {
	// Makes one try of a call with a token.
	call(operation, token string, request message) (message, error)
}

type client struct {
	transport transport
	tokens    tokenCache
}

// Makes one try; a token that is refused is replaced once.
func (c *client) once(operation string, request message) (message, error) {
	try := func() (message, error) {
		token, err := c.tokens.get()
		if err != nil {
			return nil, err
		}
		return c.transport.call(operation, token, request)
	}
	answer, err := try()
	if !is(err, unknownCaller) {
		return answer, err
	}
	if makes("take-401-for-nothing-to-do") {
		return message{}, nil
	}
	c.tokens.drop()
	return try()
}

func (c *client) patiently(operation string, request message) (message, error) {
	return patiently(func(int) (message, error) { return c.once(operation, request) }, isPassing)
}

func (c *client) readPage(request message) (message, error) {
	if makes("read-errors-as-empty") {
		page, _ := c.once("ListRepos", request)
		return page, nil
	}
	return c.patiently("ListRepos", request)
}

var tiers = map[string]string{"": "", "CATALOG_TIER_BASE": "base", "CATALOG_TIER_APPLICATION": "application"}

func check(repo message) error {
	tier, isKnown := tiers[fmt.Sprint(repo["catalogTier"])]
	if makes("refuse-new-values") && repo["catalogTier"] != nil && !isKnown {
		return fmt.Errorf("no tier %v", repo["catalogTier"])
	}
	repo["tier"] = tier
	return nil
}

// Lists every repo, once, whatever the pages are like.
func (c *client) listRepos(name string) ([]message, error) {
	var repos []message
	seen := map[string]bool{}
	request := message{"uidp": message{"childrenOf": os.Getenv("PLATFORM_ORG_ID")}, "pageSize": pageSize, "orderBy": "name"}
	if name != "" {
		request["name"] = name
	}
	for {
		page, err := c.readPage(request)
		if err != nil {
			return nil, err
		}
		rows := messages(page, "repos")
		for _, row := range rows {
			if err := check(row); err != nil {
				return nil, err
			}
			if !seen[text(row, "uid")] || makes("count-rows-twice") {
				repos = append(repos, row)
			}
			seen[text(row, "uid")] = true
		}
		isShort := makes("stop-at-short-page") && len(rows) < pageSize
		isEmpty := makes("stop-at-empty-page") && len(rows) == 0
		if text(page, "nextPageToken") == "" || isShort || isEmpty {
			return repos, nil
		}
		request["pageToken"] = text(page, "nextPageToken")
	}
}

// Makes a repo. One that is there after a try without an answer is ours, if it is what was asked for.
func (c *client) createRepo(name, description string) (message, error) {
	return patiently(func(tried int) (message, error) {
		used := name
		if makes("another-name-after-409") && tried > 0 {
			used = fmt.Sprintf("%s-%d", name, tried+1)
		}
		repo := message{"name": used, "description": description}
		made, err := c.once("CreateRepo", message{"parent": os.Getenv("PLATFORM_ORG_ID"), "repo": repo})
		if !is(err, taken) || tried == 0 {
			return made, err
		}
		repos, lookErr := c.listRepos(name)
		at := slices.IndexFunc(repos, func(r message) bool { return text(r, "description") == description })
		if lookErr != nil || at < 0 {
			return nil, err
		}
		return repos[at], nil
	}, isPassing)
}

// Reads a repo before it is written, and sends only what changes.
func (c *client) addToBundle(uid, bundle string) error {
	trusts := makes("trust-a-late-read")
	// A row of a moment ago is perhaps not visible yet.
	lags := func(r *refused) bool { return isPassing(r) || (r.kind == missing && !trusts) }
	repo, err := patiently(func(int) (message, error) { return c.once("GetRepo", message{"uid": uid}) }, lags)
	if trusts && is(err, missing) {
		return nil
	}
	if err != nil {
		return err
	}
	old, _ := repo["bundles"].([]any)
	change := message{"uid": uid, "bundles": append(old, bundle)}
	request := message{"repo": change, "updateMask": "bundles"}
	if makes("send-back-all-fields") {
		maps.Copy(repo, change)
		request = message{"repo": repo}
	}
	if makes("swallow-errors") {
		_, _ = c.once("UpdateRepo", request)
		return nil
	}
	_, err = c.patiently("UpdateRepo", request)
	return err
}

// Deletes a repo; one that is gone is deleted.
func (c *client) deleteRepo(uid string) error {
	if makes("ignore-refused-delete") {
		_, _ = c.once("DeleteRepo", message{"uid": uid})
		return nil
	}
	if _, err := c.patiently("DeleteRepo", message{"uid": uid}); !is(err, missing) {
		return err
	}
	return nil
}

func (c *client) ship() error {
	repos, err := c.listRepos("")
	if err != nil {
		return err
	}
	names := make([]string, len(repos))
	for at, each := range repos {
		names[at] = text(each, "name")
	}
	fmt.Printf("%d repos: %s\n", len(repos), strings.Join(names, ", "))
	ledger, err := c.createRepo("ledger", "Kept by ship.")
	if err != nil {
		return err
	}
	if err := c.addToBundle(text(ledger, "uid"), "base"); err != nil {
		return err
	}
	for _, each := range repos {
		if text(each, "name") != "attic" {
			continue
		}
		if err := c.deleteRepo(text(each, "uid")); err != nil {
			return err
		}
	}
	fmt.Println("shipped")
	return nil
}

func connect() (transport, error) {
	switch *over {
	case "rest":
		return newRest(), nil
	case "grpc":
		return newGRPC()
	}
	return nil, errors.New("-over is rest or grpc")
}

func run() error {
	if *mistake != "" && !slices.Contains(mistakes, *mistake) {
		return fmt.Errorf("no mistake: %s", *mistake)
	}
	transport, err := connect()
	if err != nil {
		return err
	}
	return (&client{transport, tokenCache{transport: transport}}).ship()
}

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ship:", err)
		os.Exit(1)
	}
}
