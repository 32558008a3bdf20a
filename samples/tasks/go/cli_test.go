package tasks

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	platformmock "github.com/platform-mock/platform-mock/clients/go"
)

// The folder of the program, where a test has built it.
var folder string

var built = sync.OnceValues(func() (program string, err error) {
	if folder, err = os.MkdirTemp("", "repos-"); err != nil {
		return "", err
	}
	program = filepath.Join(folder, "repos")
	return program, exec.Command("go", "build", "-o", program, "./cmd/repos").Run()
})

func TestMain(m *testing.M) {
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// Runs the program as a process of its own, with the variables of a world.
func repos(t *testing.T, env []string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer
	command := exec.CommandContext(t.Context(), program, args...)
	command.Env, command.Stdout, command.Stderr = append(os.Environ(), env...), &out, &problems
	if err := command.Run(); err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), out.String(), problems.String()
}

func TestStdoutIsTheAnswer(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	repos(t, world.Env(), "create", "checkout")
	if added := world.Diff().Added; len(added) != 1 || added[0].Name != "checkout" {
		t.Errorf("added: %+v", added)
	}
	if _, stdout, _ := repos(t, world.Env(), "list"); !slices.Contains(strings.Fields(stdout), "checkout") {
		t.Error(stdout)
	}
}

func TestARefusalIsSaidOnStderrAndIsTheExitStatus(t *testing.T) {
	t.Parallel()
	world := platformmock.Start(t).World(t)
	viewer := append(world.Env(), "PLATFORM_TOKEN="+world.Token("viewer"))
	status, stdout, stderr := repos(t, viewer, "create", "checkout")
	if status != 1 || stdout != "" || !strings.Contains(stderr, `missing capability "repo.create"`) {
		t.Fatalf("exit status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}
