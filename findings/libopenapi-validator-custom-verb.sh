#!/bin/sh
# github.com/pb33f/libopenapi-validator v0.16.3 with libopenapi v0.41.8, seen on 2026-11-29 with Go 1.26.
#
# Guess before it was run: a call of `/v2/a:restore` is judged by the path `/v2/{name}:restore`, not by `/v2/{name}`.
# Behaviour: beside `/v2/{name}` with the same method, the operation of `/v2/{name}` judges it: the right body of the custom
# verb (AIP-136) is refused, and the body of the other operation passes. Without that path the right one judges.
# Whom it meets: who checks calls against a document with custom verbs. Cure: another validator for these calls.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
)

func path(name, field string) string {
	return `
  "` + name + `":
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [` + field + `]}}}}
      responses: {"200": {description: ok}}`
}

func main() {
	both := path("/v2/{name}", "size") + path("/v2/{name}:restore", "force")
	for index, paths := range []string{path("/v2/{name}:restore", "force"), both} {
		text := "openapi: 3.1.0\ninfo: {title: t, version: \"1\"}\npaths:" + paths
		document, err := libopenapi.NewDocument([]byte(text))
		if err != nil {
			panic(err)
		}
		judge, errs := validator.NewValidator(document)
		if errs != nil {
			panic(errs)
		}
		for _, body := range []string{`{"force":true}`, `{"size":1}`} {
			request, _ := http.NewRequest("POST", "http://api.test/v2/a:restore", strings.NewReader(body))
			request.Header.Set("Content-Type", "application/json")
			valid, _ := judge.ValidateHttpRequest(request)
			fmt.Printf("%d paths, %s: valid %t\n", index+1, body, valid)
		}
	}
}
GO
{
  go mod init finding.test/verb
  go get github.com/pb33f/libopenapi-validator@v0.16.3 github.com/pb33f/libopenapi@v0.41.8
  go mod tidy
} 2> /dev/null
go run . > seen
cat > expected <<'EXPECTED'
1 paths, {"force":true}: valid true
1 paths, {"size":1}: valid false
2 paths, {"force":true}: valid false
2 paths, {"size":1}: valid true
EXPECTED
diff expected seen
echo "libopenapi-validator v0.16.3 behaves as it was seen"
