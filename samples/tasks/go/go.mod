module example.com/tasks

go 1.26.0

require (
	github.com/coreos/go-oidc/v3 v3.21.0
	github.com/platform-mock/platform-mock/clients/go v0.1.0
)

require (
	github.com/go-jose/go-jose/v4 v4.1.4 // indirect
	golang.org/x/oauth2 v0.36.0 // indirect
)

replace github.com/platform-mock/platform-mock/clients/go => ../../../clients/go
