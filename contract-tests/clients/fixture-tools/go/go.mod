module fixture-tools

go 1.25.0

require (
	github.com/goccy/go-yaml v1.19.2
	go.yaml.in/yaml/v3 v3.0.6
)
