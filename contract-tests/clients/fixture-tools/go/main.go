// Loads a fixture and writes it again, as a tool of its users does: TOOL FILE. Rows are made in the order of the keys.
package main

import (
	"log"
	"os"

	goccy "github.com/goccy/go-yaml"
	yaml "go.yaml.in/yaml/v3"
)

// plain drops what a node was written with, so that the library chooses how it is written.
func plain(node *yaml.Node) {
	node.Style = 0
	for _, child := range node.Content {
		plain(child)
	}
}

func byNode(text []byte) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	plain(&document)
	return yaml.Marshal(&document)
}

func byValue(text []byte) ([]byte, error) {
	var value any
	if err := goccy.UnmarshalWithOptions(text, &value, goccy.UseOrderedMap()); err != nil {
		return nil, err
	}
	return goccy.Marshal(value)
}

func main() {
	log.SetFlags(0)
	rewrite, found := map[string]func([]byte) ([]byte, error){"go.yaml.in/yaml": byNode, "goccy/go-yaml": byValue}[os.Args[1]]
	if !found {
		log.Fatal("an unknown tool: ", os.Args[1])
	}
	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	written, err := rewrite(text)
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(written)
}
