module github.com/platform-mock/platform-mock/clients/go

go 1.24
