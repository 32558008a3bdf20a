package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"reflect"
	"sort"
	"strings"
)

// A group, as far as the script reads it.
type group struct{ uid, name, description string }

// A generated client, by what the script calls.
type client interface {
	list(parent, cursor string) (groups []group, next string, err error)
	create(parent, name string) (group, error)
	get(uid string) (group, error)
	// An empty name is not sent, and neither is an empty mask.
	update(uid, description, name, mask string) (group, error)
	remove(uid string) error
	lookup() (group, error)
	role(uid string) (string, error)
	repo(uid string) (string, error)
}

// A call that was refused: its status, and the error as the client has read it.
type refused struct {
	status  int
	code    int32
	details []string
}

func (r *refused) Error() string { return fmt.Sprintf("%d: %d %v", r.status, r.code, r.details) }

// The value, of which an optional one has a pointer.
func optional[T comparable](value T) *T {
	var none T
	if value == none {
		return nil
	}
	return &value
}

func or[T any](value *T) T {
	var none T
	if value == nil {
		return none
	}
	return *value
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func same(got, want any) {
	if !reflect.DeepEqual(got, want) {
		log.Fatalf("%v is not %v", got, want)
	}
}

func refusal(err error) *refused {
	var r *refused
	if !errors.As(err, &r) {
		log.Fatalf("a call was not refused, but: %v", err)
	}
	return r
}

// The calls that every generated client must be able to make.
func run(c client) {
	top := must(c.create(os.Getenv("ORG_ID"), "generated"))
	uids := []string{}
	for _, name := range []string{"a", "b", "c"} {
		uids = append(uids, must(c.create(top.uid, name)).uid)
	}
	names := []string{}
	for cursor, more := "", true; more; more = cursor != "" {
		groups, next, err := c.list(top.uid, cursor)
		must(groups, err)
		for _, each := range groups {
			names = append(names, each.name)
		}
		cursor = next
	}
	sort.Strings(names)
	same(names, []string{"a", "b", "c"})

	same(must(c.update(top.uid, "one", "", "")).description, "one")
	same(must(c.update(top.uid, "two", "kept", "description")).name, "generated")
	same(must(c.get(top.uid)).description, "two")
	same(must(c.lookup()).uid, os.Getenv("ORG_ID"))

	_, _, err := c.list(top.uid, "nope")
	invalid := refusal(err)
	same([]any{invalid.status, invalid.code}, []any{400, int32(3)})
	same(strings.Contains(strings.Join(invalid.details, "\n"), "page_token is invalid"), true)
	_, err = c.get(top.uid + "/0123456789abcdef")
	missing := refusal(err)
	same([]any{missing.status, missing.code}, []any{404, int32(5)})
	same(strings.Contains(strings.Join(missing.details, "\n"), "NOT_FOUND"), true)

	// The answers have a field and a word that the client does not know.
	same(must(c.role(os.Getenv("ROLE_ID"))), os.Getenv("ROLE_ID"))
	same(must(c.repo(os.Getenv("REPO_ID"))), os.Getenv("REPO_ID"))

	for _, uid := range append(uids, top.uid) {
		must(uid, c.remove(uid))
	}
	_, err = c.get(top.uid)
	same(refusal(err).status, 404)
	fmt.Println("the generated client works")
}
