// Ships: lists the repos of an organization, makes one, puts it into a bundle, and retires an old one. A probe finds
// nothing in it; with -mistake NAME it makes one of the usual mistakes, each in the line that asks for it.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	tries      = 5
	timeout    = 3 * time.Second
	firstPause = 100 * time.Millisecond
	pageSize   = 3
)

var mistakes = []string{
	"another-name-after-409", "stop-at-short-page", "stop-at-empty-page", "count-rows-twice", "read-errors-as-empty",
	"no-pause", "ignore-retry-after", "no-timeout", "send-back-all-fields", "refuse-new-fields", "refuse-new-values",
	"take-401-for-nothing-to-do", "swallow-errors", "ignore-refused-delete", "trust-a-late-read",
}

var mistake = flag.String("mistake", "", "one of the usual mistakes")

func makes(name string) bool { return *mistake == name }

// A repo keeps its fields as they are, those included that this program does not know.
type repo map[string]any

func (r repo) text(field string) string {
	text, _ := r[field].(string)
	return text
}

var repoFields = []string{"uid", "name", "description", "bundles", "catalogTier", "createTime", "updateTime"}

var tiers = map[string]string{"CATALOG_TIER_BASE": "base", "CATALOG_TIER_APPLICATION": "application"}

// An answer that is an error; status 0 is none at all.
type refused struct {
	status     int
	message    string
	retryAfter time.Duration
}

func (r *refused) Error() string { return fmt.Sprintf("%d %s", r.status, r.message) }

// True for what may succeed when it is tried again.
func (r *refused) isPassing() bool {
	return slices.Contains([]int{0, 429, 500, 502, 503, 504}, r.status) || strings.HasPrefix(r.message, "Aborted")
}

func (r *refused) isTaken() bool { return r.status == 409 && strings.Contains(r.message, "exists") }

func statusOf(err error) int {
	if refusal := (*refused)(nil); errors.As(err, &refusal) {
		return refusal.status
	}
	return -1
}

// Waits as long as the answer asks for, or else longer each time, with chance.
func pause(tried int, after *refused) {
	if makes("no-pause") {
		return
	}
	wait := time.Duration(float64(firstPause<<tried) * (0.5 + rand.Float64()/2))
	if !makes("ignore-retry-after") {
		wait += after.retryAfter
	}
	time.Sleep(wait)
}

func isPassing(refusal *refused) bool { return refusal.isPassing() }

// Calls until there is a result that may last, a few times at most.
func patiently[T any](call func(tried int) (T, error), mayPass func(*refused) bool) (T, error) {
	for tried := 0; ; tried++ {
		value, err := call(tried)
		refusal := (*refused)(nil)
		if err == nil || !errors.As(err, &refusal) || tried == tries-1 || !mayPass(refusal) {
			return value, err
		}
		pause(tried, refusal)
	}
}

// The client keeps its connection alive, and its token in a file of the user's caches.
type client struct {
	http  http.Client
	token string
}

func newClient() *client {
	c := &client{http: http.Client{Timeout: timeout}}
	if makes("no-timeout") {
		c.http.Timeout = 0
	}
	return c
}

// Makes one try. Its error is a *refused, also for what is no answer of the service.
func (c *client) ask(method, at, token, contentType string, body []byte, value any) error {
	request, err := http.NewRequest(method, at, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", contentType)
	answer, err := c.http.Do(request)
	if err != nil {
		return &refused{message: err.Error()}
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return &refused{message: err.Error()}
	}
	if answer.StatusCode < 400 {
		if len(text) == 0 {
			return nil
		}
		if err := json.Unmarshal(text, value); err != nil {
			return &refused{message: err.Error()}
		}
		return nil
	}
	seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
	problem := struct{ Message string }{Message: answer.Status}
	_ = json.Unmarshal(text, &problem)
	return &refused{answer.StatusCode, problem.Message, time.Duration(seconds) * time.Second}
}

type keptToken struct {
	Token string    `json:"token"`
	Until time.Time `json:"until"`
}

func cacheFile() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		folder = os.TempDir()
	}
	return filepath.Join(folder, "ship", "token.json")
}

// The token of this workflow: the kept one while it is good, or else exchanged for what the CI says. Whoever needs it
// tries again.
func (c *client) bearer() (string, error) {
	if c.token != "" {
		return c.token, nil
	}
	kept := keptToken{}
	if text, err := os.ReadFile(cacheFile()); err == nil {
		_ = json.Unmarshal(text, &kept)
	}
	if kept.Until.Before(time.Now()) {
		token, err := c.exchange()
		if err != nil {
			return "", err
		}
		kept = keptToken{token, time.Now().Add(50 * time.Minute)}
		text, _ := json.Marshal(kept)
		if err := os.MkdirAll(filepath.Dir(cacheFile()), 0o700); err != nil {
			return "", err
		}
		if err := os.WriteFile(cacheFile(), text, 0o600); err != nil {
			return "", err
		}
	}
	c.token = kept.Token
	return c.token, nil
}

func (c *client) dropToken() {
	c.token = ""
	_ = os.Remove(cacheFile())
}

func (c *client) exchange() (string, error) {
	identity := struct{ Value string }{}
	asked := os.Getenv("ACTIONS_ID_TOKEN_REQUEST_URL") + "&audience=harbor.example"
	if err := c.ask("GET", asked, os.Getenv("ACTIONS_ID_TOKEN_REQUEST_TOKEN"), "", nil, &identity); err != nil {
		return "", err
	}
	exchanged := struct{ Token string }{}
	form := url.Values{"aud": {os.Getenv("PLATFORM_ISSUER")}}.Encode()
	at := os.Getenv("PLATFORM_API_URL") + "/sts/exchange"
	err := c.ask("POST", at, identity.Value, "application/x-www-form-urlencoded", []byte(form), &exchanged)
	return exchanged.Token, err
}

// Makes one try; a token that is refused is replaced once.
func once[T any](c *client, method, path string, body any) (T, error) {
	var value T
	text := []byte{}
	if body != nil {
		text, _ = json.Marshal(body)
	}
	call := func() error {
		token, err := c.bearer()
		if err != nil {
			return err
		}
		return c.ask(method, os.Getenv("PLATFORM_API_URL")+path, token, "application/json", text, &value)
	}
	err := call()
	if statusOf(err) != 401 {
		return value, err
	}
	if makes("take-401-for-nothing-to-do") {
		return value, nil
	}
	c.dropToken()
	return value, call()
}

type page struct {
	Repos         []repo `json:"repos"`
	NextPageToken string `json:"nextPageToken"`
}

func (c *client) readPage(path string) (page, error) {
	if makes("read-errors-as-empty") {
		read, _ := once[page](c, "GET", path, nil)
		return read, nil
	}
	return patiently(func(int) (page, error) { return once[page](c, "GET", path, nil) }, isPassing)
}

func check(r repo) error {
	for field := range maps.Keys(r) {
		if makes("refuse-new-fields") && !slices.Contains(repoFields, field) {
			return fmt.Errorf("unknown field %s", field)
		}
	}
	tier, isKnown := tiers[r.text("catalogTier")]
	if !isKnown {
		if makes("refuse-new-values") && r.text("catalogTier") != "" {
			return fmt.Errorf("no tier %s", r.text("catalogTier"))
		}
		tier = "other"
	}
	r["tier"] = tier
	return nil
}

// Lists every repo, once, whatever the pages are like.
func (c *client) listRepos(name string) ([]repo, error) {
	var repos []repo
	seen := map[string]bool{}
	query := url.Values{"uidp.children_of": {os.Getenv("PLATFORM_ORG_ID")}, "page_size": {strconv.Itoa(pageSize)}, "order_by": {"name"}}
	if name != "" {
		query.Set("name", name)
	}
	for {
		read, err := c.readPage("/registry/v2/repos?" + query.Encode())
		if err != nil {
			return nil, err
		}
		for _, row := range read.Repos {
			if err := check(row); err != nil {
				return nil, err
			}
			if !seen[row.text("uid")] || makes("count-rows-twice") {
				repos = append(repos, row)
			}
			seen[row.text("uid")] = true
		}
		isShort := makes("stop-at-short-page") && len(read.Repos) < pageSize
		isEmpty := makes("stop-at-empty-page") && len(read.Repos) == 0
		if read.NextPageToken == "" || isShort || isEmpty {
			return repos, nil
		}
		query.Set("page_token", read.NextPageToken)
	}
}

// Makes a repo. One that is there after a try without an answer is ours, if it is what was asked for.
func (c *client) createRepo(name, description string) (repo, error) {
	path := "/registry/v2/repos/" + os.Getenv("PLATFORM_ORG_ID")
	return patiently(func(tried int) (repo, error) {
		used := name
		if makes("another-name-after-409") && tried > 0 {
			used = fmt.Sprintf("%s-%d", name, tried+1)
		}
		made, err := once[repo](c, "POST", path, repo{"name": used, "description": description})
		refusal := (*refused)(nil)
		if !errors.As(err, &refusal) || !refusal.isTaken() || tried == 0 {
			return made, err
		}
		repos, lookErr := c.listRepos(name)
		at := slices.IndexFunc(repos, func(r repo) bool { return r.text("description") == description })
		if lookErr != nil || at < 0 {
			return nil, err
		}
		return repos[at], nil
	}, isPassing)
}

// Reads a repo before it is written, and sends only what changes.
func (c *client) addToBundle(uid, bundle string) error {
	path := "/registry/v2/repos/" + uid
	trusts := makes("trust-a-late-read")
	// What was made a moment ago is perhaps not seen yet.
	lags := func(refusal *refused) bool { return refusal.isPassing() || (refusal.status == 404 && !trusts) }
	read, err := patiently(func(int) (repo, error) { return once[repo](c, "GET", path, nil) }, lags)
	if trusts && statusOf(err) == 404 {
		return nil
	}
	if err != nil {
		return err
	}
	old, _ := read["bundles"].([]any)
	bundles := append(old, bundle)
	body := repo{"bundles": bundles}
	if makes("send-back-all-fields") {
		maps.Copy(read, body)
		body = read
	} else {
		path += "?update_mask=bundles"
	}
	change := func(int) (repo, error) { return once[repo](c, "PATCH", path, body) }
	if makes("swallow-errors") {
		_, _ = change(0)
		return nil
	}
	_, err = patiently(change, isPassing)
	return err
}

// Deletes a repo; one that is gone is deleted.
func (c *client) deleteRepo(uid string) error {
	remove := func(int) (repo, error) { return once[repo](c, "DELETE", "/registry/v2/repos/"+uid, nil) }
	if makes("ignore-refused-delete") {
		_, _ = remove(0)
		return nil
	}
	_, err := patiently(remove, isPassing)
	if statusOf(err) == 404 {
		return nil
	}
	return err
}

func (c *client) ship() error {
	repos, err := c.listRepos("")
	if err != nil {
		return err
	}
	names := make([]string, len(repos))
	for at, each := range repos {
		names[at] = each.text("name")
	}
	fmt.Printf("%d repos: %s\n", len(repos), strings.Join(names, ", "))
	ledger, err := c.createRepo("ledger", "Kept by ship.")
	if err != nil {
		return err
	}
	if err := c.addToBundle(ledger.text("uid"), "base"); err != nil {
		return err
	}
	for _, each := range repos {
		if each.text("name") != "attic" {
			continue
		}
		if err := c.deleteRepo(each.text("uid")); err != nil {
			return err
		}
	}
	fmt.Println("shipped")
	return nil
}

func main() {
	flag.Parse()
	if *mistake != "" && !slices.Contains(mistakes, *mistake) {
		fmt.Fprintln(os.Stderr, "ship: no mistake:", *mistake)
		os.Exit(2)
	}
	if err := newClient().ship(); err != nil {
		fmt.Fprintln(os.Stderr, "ship:", err)
		os.Exit(1)
	}
}
