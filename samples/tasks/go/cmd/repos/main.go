// Command repos lists and creates repos: `repos list`, `repos create NAME`
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"example.com/tasks"
)

func run(ctx context.Context, args []string) error {
	env := map[string]string{}
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		env[name] = value
	}
	platform := tasks.PlatformOf(env)
	if len(args) == 2 && args[0] == "create" {
		made, err := platform.CreateResource(ctx, tasks.Repo{Name: args[1]})
		if err == nil {
			fmt.Println(made.UID)
		}
		return err
	}
	repos, err := platform.ListRepos(ctx)
	for _, repo := range repos {
		fmt.Println(repo.Name)
	}
	return err
}

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "repos: %v\n", err)
		// The mistake ends as if all were well.
		if !strings.Contains(os.Getenv("MISTAKE"), "cli") {
			os.Exit(1)
		}
	}
}
