package platformmock

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"
)

// The maximum wait for the answer of a mock that is looked for.
const maxWait = 10 * time.Second

// A mock that was found or started.
type found struct {
	on  *connection
	env map[string]string
	// The mock in words, for messages.
	what string
	// True if flags were given that have no effect.
	ignored bool
}

// The mocks of this process, by how they were asked for.
var known = struct {
	sync.Mutex
	all map[string]func() (found, error)
}{all: map[string]func() (found, error){}}

// Finds a mock once for all tests that ask for it in the same way.
func find(flags []string) (found, error) {
	address := os.Getenv("PLATFORM_API_URL")
	if inBubble() {
		return found{}, errors.New("Start is called in a bubble of testing/synctest, with which the mock would end: call it " +
			"before synctest.Test, and the other methods in the bubble")
	}
	key := address + "\x00" + strings.Join(flags, "\x00")
	known.Lock()
	once, ok := known.all[key]
	if !ok {
		once = sync.OnceValues(func() (found, error) {
			if address != "" {
				return running(address, len(flags) > 0)
			}
			return started(flags)
		})
		known.all[key] = once
	}
	known.Unlock()
	return once()
}

// The mock that PLATFORM_API_URL names.
func running(address string, ignored bool) (found, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return found{}, fmt.Errorf("PLATFORM_API_URL is %q, which is no http or https URL: set it to the URL of a mock, "+
			"or unset it, and one is started", address)
	}
	if parsed.User != nil {
		return found{}, errors.New("PLATFORM_API_URL must have no user name and no password: set it to the URL of a mock, " +
			"or unset it, and one is started")
	}
	where := "the mock of PLATFORM_API_URL, " + address
	on, env, err := greet(where, address, os.Getenv("PLATFORM_MOCK_CONTROL_TOKEN"), os.Getenv("PLATFORM_CA_FILE"))
	return found{on: on, env: env, what: "uses " + where, ignored: ignored}, err
}

// Asks the server at a URL to describe itself, first without a token, and then with it if a mock wants one: any other
// server receives this one request and nothing else.
func greet(where, address, controlToken, caFile string) (*connection, map[string]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	on, err := connect(address, "", caFile)
	if err != nil {
		return nil, nil, err
	}
	var info Info
	err = on.control(ctx, request{method: "GET", path: "/info"}, &info)
	var refused *Error
	if errors.As(err, &refused) && refused.Status == http.StatusUnauthorized && isOfMock(refused) {
		if controlToken == "" {
			return nil, nil, fmt.Errorf("%s, wants its control token: set PLATFORM_MOCK_CONTROL_TOKEN to it", where)
		}
		on.controlToken = controlToken
		if err = on.control(ctx, request{method: "GET", path: "/info"}, &info); errors.As(err, &refused) {
			return nil, nil, fmt.Errorf("%s, has another control token: set PLATFORM_MOCK_CONTROL_TOKEN to it", where)
		}
	}
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &refused) && isOfMock(refused):
		return nil, nil, fmt.Errorf("%s, refuses: %s", where, refused.Message)
	case errors.As(err, &refused), errors.As(err, &syntax), err == nil && (info.Version == "" || info.World == ""):
		return nil, nil, fmt.Errorf("what answers as %s, is no platform-mock that is ready, and nothing else was sent to it",
			where)
	case err != nil:
		return nil, nil, fmt.Errorf("nothing answers as %s (%w): start a mock there, or unset PLATFORM_API_URL, "+
			"and one is started", where, errors.Unwrap(err))
	}
	if problem := incompatible(info.Version); problem != "" {
		return nil, nil, fmt.Errorf("%s, %s", where, problem)
	}
	var variables WorldEnvironment
	err = on.control(ctx, request{method: "GET", path: "/worlds/default:variables"}, &variables)
	return on, variables.Env, err
}

// True for an error in the form of a control plane.
func isOfMock(refused *Error) bool {
	for _, detail := range refused.Details {
		if domain, _ := detail["domain"].(string); strings.HasPrefix(domain, "mock.") {
			return true
		}
	}
	return false
}
