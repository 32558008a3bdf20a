package tasks

import (
	"os"
	"slices"
	"strings"
)

// Whether the client makes a mistake: `MISTAKE=pages go test ./...` shows what finds it.
func mistaken(name string) bool {
	return slices.Contains(strings.Split(os.Getenv("MISTAKE"), ","), name)
}
