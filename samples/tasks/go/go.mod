module example.com/tasks

go 1.26.0

require github.com/platform-mock/platform-mock/clients/go v0.1.0

replace github.com/platform-mock/platform-mock/clients/go => ../../../clients/go
