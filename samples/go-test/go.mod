module example.com/go-test

go 1.26.0

require (
	github.com/jhump/protoreflect/v2 v2.0.0-beta.2
	github.com/platform-mock/platform-mock/clients/go v0.1.0
	github.com/platform-mock/platform-mock/clients/go/grpcmock v0.1.0
	google.golang.org/grpc v1.85.0
	google.golang.org/protobuf v1.36.12
)

require (
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/text v0.42.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20261019180522-ce908d29299b // indirect
)

replace (
	github.com/platform-mock/platform-mock/clients/go => ../../clients/go
	github.com/platform-mock/platform-mock/clients/go/grpcmock => ../../clients/go/grpcmock
)
