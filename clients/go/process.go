package platformmock

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// The time limit for a mock to become ready: npx may have to download it.
const maxStart = 2 * time.Minute

// The command that starts a mock, and its name for people.
func program() (words []string, what string, err error) {
	if binary := os.Getenv("PLATFORM_MOCK_BINARY"); binary != "" {
		what = "PLATFORM_MOCK_BINARY=" + binary
		if _, err := os.Stat(binary); err != nil {
			return nil, "", fmt.Errorf("%s is not there: set it to the program, or unset it, and it is looked for", what)
		}
		switch strings.ToLower(filepath.Ext(binary)) {
		case ".js", ".cjs", ".mjs":
			return []string{"node", binary}, what, nil
		}
		// Without a folder it would be looked for on the PATH.
		absolute, err := filepath.Abs(binary)
		return []string{absolute}, what, err
	}
	if binary, err := exec.LookPath("platform-mock"); err == nil {
		return []string{binary}, binary, nil
	}
	// Before a release the name is not ours, and what npx would run is somebody else's.
	if npx, err := exec.LookPath("npx"); err == nil && isPublished {
		name := "platform-mock@" + Version
		return []string{npx, "--yes", name}, "npx " + name, nil
	}
	return nil, "", errors.New("there is no mock: " + ways())
}

// True if npx finds the program; tests change it.
var isPublished = published

// The ways for a user to get a mock.
func ways() string {
	last := ""
	if isPublished {
		last = "; or install Node.js, which has npx"
	}
	return "set PLATFORM_MOCK_BINARY to the program, such as dist/main.cjs of a clone after `npm ci && npm run build`; " +
		"or PLATFORM_API_URL to the URL of a mock that runs" + last
}

// The program as a shell runs it here; its name if there is none.
func shellWords() string {
	words, what, err := program()
	switch {
	case err != nil || what == words[0]:
		// A program on the PATH is known by its name.
		return "platform-mock"
	case strings.HasPrefix(what, "npx "):
		return what
	default:
		return strings.Join(words, " ")
	}
}

// The end of what a program has printed.
type tail struct {
	sync.Mutex
	text []byte
}

const maxTail = 4096

func (end *tail) Write(more []byte) (int, error) {
	end.Lock()
	defer end.Unlock()
	end.text = append(end.text, more...)
	if over := len(end.text) - maxTail; over > 0 {
		end.text = end.text[over:]
	}
	return len(more), nil
}

func (end *tail) String() string {
	end.Lock()
	defer end.Unlock()
	return strings.TrimSpace(string(end.text))
}

// The inputs of the mocks that were started: each mock ends when its own input does, at the latest with this process.
var inputs struct {
	sync.Mutex
	all []io.WriteCloser
}

// Starts a mock that ends with this process.
func started(flags []string) (found, error) {
	words, what, err := program()
	if err != nil {
		return found{}, err
	}
	words = append(words, append([]string{"serve", "--port", "0", "--json", "--until-eof"}, flags...)...)
	ready, err := begin(words)
	if err != nil {
		err = fmt.Errorf("%s was started and is not ready: %w", what, err)
		if strings.HasPrefix(what, "npx ") {
			err = fmt.Errorf("%w\n%s", err, ways())
		}
		return found{}, err
	}
	where := fmt.Sprintf("%s, started at %s", what, ready.URL)
	on, env, err := greet(where, ready.URL, ready.ControlToken, ready.CAFile)
	return found{on: on, env: env, what: "uses " + where}, err
}

// The line that `serve --json` prints.
type readyLine struct {
	URL, ControlToken, CAFile string
}

func begin(words []string) (readyLine, error) {
	command := exec.Command(words[0], words[1:]...)
	errs := &tail{}
	command.Stderr = errs
	stdin, err := command.StdinPipe()
	if err != nil {
		return readyLine{}, err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return readyLine{}, err
	}
	if err := command.Start(); err != nil {
		return readyLine{}, err
	}
	inputs.Lock()
	inputs.all = append(inputs.all, stdin)
	inputs.Unlock()
	line := make(chan readyLine, 1)
	ended := make(chan struct{})
	go func() {
		lines := bufio.NewScanner(stdout)
		for lines.Scan() {
			var ready readyLine
			if json.Unmarshal(lines.Bytes(), &ready) == nil && ready.URL != "" {
				line <- ready
			}
		}
		// Its state has the exit status.
		_ = command.Wait()
		close(ended)
	}()
	select {
	case ready := <-line:
		return ready, nil
	case <-ended:
		return readyLine{}, fmt.Errorf("it ended (%v): %s", command.ProcessState, errs)
	case <-time.After(maxStart):
		stdin.Close()
		return readyLine{}, fmt.Errorf("it said nothing in %v: %s", maxStart, errs)
	}
}
