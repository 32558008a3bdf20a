package platformmock

import (
	"errors"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A server that answers every request alike, and records the requests.
func serverOf(t *testing.T, status int, body string) (address string, asked *[]string) {
	t.Helper()
	asked = &[]string{}
	server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		*asked = append(*asked, request.Method+" "+request.URL.Path+" "+request.Header.Get("Authorization"))
		answer.WriteHeader(status)
		_, _ = answer.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return server.URL, asked
}

const wantsToken = `{"code": 16, "message": "Unauthenticated: missing bearer token", "details": [` +
	`{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "UNAUTHENTICATED", "domain": "mock.platform.test"}]}`

func closedPort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return "http://" + listener.Addr().String()
}

func TestAMockThatCannotBeUsedIsNamed(t *testing.T) {
	said.Clear()
	info := func(version string) string {
		return `{"version": "` + version + `", "world": "default"}`
	}
	for _, bad := range []struct {
		name, address string
		status        int
		body          string
		token         string
		want          string
	}{
		{name: "no URL", address: "localhost:8484", want: `PLATFORM_API_URL is "localhost:8484", which is no http or https URL`},
		{name: "with a password", address: "http://a:b@localhost", want: "must have no user name and no password"},
		{name: "nothing there", address: closedPort(t), want: "start a mock there, or unset PLATFORM_API_URL"},
		{name: "another server", status: 200, body: "<html>", want: "is no platform-mock that is ready"},
		{name: "another server in JSON", status: 200, body: "{}", want: "is no platform-mock that is ready"},
		{name: "another server that refuses", status: 401, body: "{}", token: "steer", want: "is no platform-mock that is ready"},
		{name: "no control token", status: 401, body: wantsToken, want: "wants its control token: set PLATFORM_MOCK_CONTROL_TOKEN to it"},
		{name: "another control token", status: 401, body: wantsToken, token: "other", want: "has another control token"},
		{name: "too old", status: 200, body: info("0.0.9"), want: "is platform-mock 0.0.9, which is too old for this client, of version " + Version},
		{name: "too new", status: 200, body: info("7.1.0-rc.1"), want: "is platform-mock 7.1.0-rc.1, which is too new for this client, of version " + Version},
	} {
		t.Run(bad.name, func(t *testing.T) {
			address, asked := bad.address, &[]string{}
			if address == "" {
				address, asked = serverOf(t, bad.status, bad.body)
			}
			t.Setenv("PLATFORM_API_URL", address)
			t.Setenv("PLATFORM_MOCK_CONTROL_TOKEN", bad.token)
			refused := runFailing(t, "TestX", func(t testing.TB) { Start(t) })
			if !refused.failed || len(refused.lines) != 1 || !strings.Contains(refused.text(), bad.want) {
				t.Fatalf("%q", refused.lines)
			}
			for nth, each := range *asked {
				if !strings.HasPrefix(each, "GET /_mock/v1/info ") || (nth == 0 && !strings.HasSuffix(each, " ")) {
					t.Errorf("it was sent %s", each)
				}
			}
			if !strings.Contains(bad.body, "domain") && len(*asked) > 1 {
				t.Errorf("a stranger was asked %q", *asked)
			}
		})
	}
}

func TestVersionsFit(t *testing.T) {
	for _, each := range []struct {
		mock string
		fits bool
	}{{Version, true}, {Version + "-rc.1", true}, {"0.1.99", true}, {"0.0.1", false}, {"0.99.0", false}, {"99.0.0", false}} {
		if problem := incompatible(each.mock); (problem == "") != each.fits {
			t.Errorf("%s: %s", each.mock, problem)
		}
	}
}

func TestAProgramThatCannotBeStartedIsNamed(t *testing.T) {
	said.Clear()
	t.Setenv("PLATFORM_API_URL", "")
	missing := filepath.Join(t.TempDir(), "no such folder", "platform-mock")
	script := filepath.Join(t.TempDir(), "a script.js")
	if err := os.WriteFile(script, []byte(`console.error("no"); process.exitCode = 4`), 0o600); err != nil {
		t.Fatal(err)
	}
	ended := filepath.Join(t.TempDir(), "ended.js")
	if err := os.WriteFile(ended, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []struct{ name, binary, path, want string }{
		{"a binary that is missing", missing, "", "PLATFORM_MOCK_BINARY=" + missing + " is not there"},
		{"a script that ends", script, os.Getenv("PATH"), script + " was started and is not ready: it ended (exit status 4): no"},
		{"one that ends well", ended, os.Getenv("PATH"), ended + " was started and is not ready: it ended (exit status 0): "},
		{"no binary, and no npx", "", t.TempDir(), "there is no mock: set PLATFORM_MOCK_BINARY to the program, such as dist/main.cjs of a clone"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			t.Setenv("PLATFORM_MOCK_BINARY", bad.binary)
			t.Setenv("PATH", bad.path)
			seed := t.TempDir()
			refused := runFailing(t, "TestX", func(t testing.TB) { Start(t, "--seed", seed) })
			if !refused.failed || !strings.Contains(refused.text(), bad.want) {
				t.Fatalf("%q", refused.lines)
			}
			again := runFailing(t, "TestY", func(t testing.TB) { Start(t, "--seed", seed) })
			if !again.failed || again.text() != "platformmock: there is no mock, as another test of this run says" {
				t.Fatalf("%q", again.lines)
			}
		})
	}
}

func TestNpxTakesTheVersionOfTheClient(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "npx"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "npx.cmd"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PLATFORM_MOCK_BINARY", "")
	t.Setenv("PATH", folder)
	isPublished = false
	t.Cleanup(func() { isPublished = published })
	if words, _, err := program(); err == nil {
		t.Fatalf("a name that is not ours is run: %q", words)
	}
	isPublished = true
	words, what, err := program()
	if err != nil || what != "npx platform-mock@"+Version || words[len(words)-1] != "platform-mock@"+Version {
		t.Fatalf("%q %s %v", words, what, err)
	}
	if line := shellWords(); line != what {
		t.Fatal(line)
	}
	// One that is on the PATH comes first, and a shell knows it by its name.
	for _, name := range []string{"platform-mock", "platform-mock.cmd"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if line := shellWords(); line != "platform-mock" {
		t.Fatal(line)
	}
	binary := filepath.Join(folder, "mock.cjs")
	if err := os.WriteFile(binary, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PLATFORM_MOCK_BINARY", binary)
	if line := shellWords(); line != "node "+binary {
		t.Fatal(line)
	}
}

func TestThisMachineIsCalledWithoutAProxy(t *testing.T) {
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"} {
		t.Setenv(name, "http://127.0.0.1:1")
	}
	t.Setenv("NO_PROXY", "")
	t.Setenv("no_proxy", "")
	for _, host := range []string{"127.0.0.1:80", "127.9.9.9", "localhost:8484", "checkout-7.localhost:8484", "[::1]:8484"} {
		asked, _ := http.NewRequest("GET", "http://"+host+"/", nil)
		if through, err := proxyFor(asked); through != nil || err != nil {
			t.Errorf("%s: %v %v", host, through, err)
		}
	}
	on, err := connect(closedPort(t), "", "")
	if err != nil {
		t.Fatal(err)
	}
	err = on.control(t.Context(), request{method: "GET", path: "/info"}, nil)
	if err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(on.url, "http://")) {
		t.Errorf("it did not call the port itself: %v", err)
	}
}

func TestFilesOfCertificatesAreRead(t *testing.T) {
	if _, err := connect("https://localhost", "", filepath.Join(t.TempDir(), "none.pem")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	text := filepath.Join(t.TempDir(), "text.pem")
	if err := os.WriteFile(text, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := connect("https://localhost", "", text); err == nil || !strings.Contains(err.Error(), "has no certificate in PEM") {
		t.Error(err)
	}
}

func TestATestThatFailsShowsWhatHappened(t *testing.T) {
	t.Chdir(t.TempDir())
	red := runFailing(t, "TestShop/the name is taken: twice", func(t testing.TB) {
		world := Start(t).World(t)
		world.Faults.Once("ListRepos", FaultEffect{Code: "UNAVAILABLE"})
		answer, err := world.HTTPClient().Get(world.URL + "/registry/v2/repos")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != 200 {
			t.Fatalf("not listed: %s", answer.Status)
		}
	})
	want := regexp.MustCompile(`(?s)not listed: 503.*what happened in world the-name-is-taken-twice-[0-9a-f]{8}

Refused and failed calls, 1 of 1:
  #1 rest ListRepos by admin 503 UNAVAILABLE .*
    a fault of this test: .*

Nothing changed\.

Its trace: .*\S trace show (\S+\.har)$`)
	found := want.FindStringSubmatch(red.text())
	if found == nil {
		t.Fatal(red.text())
	}
	if !filepath.IsAbs(found[1]) {
		t.Error("it is not found from another folder: " + found[1])
	}
	if text, err := os.ReadFile(found[1]); err != nil || !strings.Contains(string(text), `"_operation":"ListRepos"`) {
		t.Fatalf("%v: %.200s", err, text)
	}
	green := runFailing(t, "TestShop", func(t testing.TB) { Start(t).World(t) })
	if green.failed || strings.Contains(green.text(), "what happened") {
		t.Fatal(green.text())
	}
}

func TestARefusalEndsTheTestWithTheWordsOfTheMock(t *testing.T) {
	for _, bad := range []struct {
		name string
		body func(*World)
		want string
	}{
		{"an unknown operation", func(w *World) { w.Faults.Once("CreateRepoo", FaultEffect{Code: "INTERNAL"}) }, `did you mean "CreateRepo"`},
		{"a step back", func(w *World) { w.Clock.Advance("-1h") }, "POST /_mock/v1/clock:advance: 400"},
		{"a call that was not made", func(w *World) { w.Journal.Expect(JournalMatch{Operation: "ListRepos"}, Within(0)) }, "408"},
		{"an identity that is not there", func(w *World) { w.Token("nobody") }, "POST /_mock/v1/tokens: 400"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			refused := runFailing(t, t.Name(), func(t testing.TB) { bad.body(Start(t).World(t)) })
			if !refused.failed || !strings.Contains(refused.text(), bad.want) {
				t.Fatal(refused.text())
			}
		})
	}
	world := Start(t).World(t)
	var refused *Error
	err := world.Control(t.Context(), "GET", "/journal/999", nil, nil)
	if !errors.As(err, &refused) || refused.Status != 404 || refused.Reason != "MOCK_JOURNAL_ENTRY_NOT_FOUND" {
		t.Fatalf("%#v", err)
	}
}

func TestAWorldBeginsWithAFileOfOnesOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("scenarios", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("scenarios/two-teams.yaml", []byte("groups: [{ name: red }, { name: blue }]"), 0o600); err != nil {
		t.Fatal(err)
	}
	mock := Start(t)
	absolute, err := filepath.Abs(filepath.Join("scenarios", "two-teams"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"scenarios/two-teams", "scenarios/two-teams.yaml", absolute} {
		if world := mock.World(t, CreateWorld{From: "fixture:" + name}); world.Info().Rows["groups"] != 2 {
			t.Errorf("%s: %v", name, world.Info().Rows)
		}
	}
	missing := runFailing(t, "TestX", func(t testing.TB) { Start(t).World(t, CreateWorld{From: "fixture:scenarios/none"}) })
	if !strings.Contains(missing.text(), "no shipped fixture is named") || !strings.Contains(missing.text(), "scenarios/none.json") {
		t.Error(missing.text())
	}
}

func TestTheWorldIsNamedByItsTest(t *testing.T) {
	for test, want := range map[string]string{
		"TestALostAnswerIsFound":               "test-a-lost-answer-is-found",
		"TestX/the name is taken: twice":       "the-name-is-taken-twice",
		"TestX/" + strings.Repeat("long ", 99): strings.Repeat("long-", 10) + "long",
		"TestX/äöü":                            "test",
		"TestX/C:\\folder\\a.yaml":             "c-folder-a-yaml",
	} {
		name := nameOf(test)
		if chance := len(name) - 2*chanceBytes; name[:chance] != want+"-" || len(name) > maxLabel {
			t.Errorf("%s is named %s", test, name)
		}
	}
	world := Start(t).World(t)
	want := map[string]string{"title": "TestTheWorldIsNamedByItsTest", "file": "bad_input_test.go", "retry": "0"}
	if labels := world.Inspect().Labels; !maps.Equal(labels, want) {
		t.Errorf("%v", labels)
	}
}
