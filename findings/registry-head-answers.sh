#!/bin/sh
# oras.land/oras-go/v2 v2.7.0, github.com/google/go-containerregistry v0.22.1 and github.com/regclient/regclient v0.11.7, seen
# on 2026-11-30 with Go 1.26.
#
# Guess before it was run: three clients of OCI registries find the digest of a tag by HEAD, and by GET if the answer to HEAD
# lacks it; parameters of a media type may stay.
# Seen: go-containerregistry does keep the parameters, so its type is none that it knows. The headers with the digest and the
# length are a SHOULD for an answer to HEAD (distribution-spec, pulling manifests). Without the digest oras-go and
# go-containerregistry fail, and regclient gives an empty digest, without an error; without the length the two fail, too, and
# regclient gives a size of 0. A registry that answers 405 to HEAD fails all three. By GET all of it is there, but none asks by
# GET on its own.
# Whom it meets: who pins a tag of a small registry, or one behind a proxy that drops lengths. With a mock: leave the digest
# out once. Cure: `FetchReference`, `Get` and `ManifestGet`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'GO'
package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	crane "github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/regclient/regclient"
	"github.com/regclient/regclient/config"
	"github.com/regclient/regclient/types/ref"
	"oras.land/oras-go/v2/registry/remote"
)

const mediaType = "application/vnd.oci.image.manifest.v1+json"

const manifest = `{"schemaVersion":2,"mediaType":"` + mediaType + `","config":{"mediaType":"application/vnd.oci.empty.v1+json",` +
	`"digest":"sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","size":2},"layers":[]}`

func serve(kind string) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if !strings.Contains(request.URL.Path, "/manifests/") {
			return
		}
		if kind == "no HEAD" && request.Method == http.MethodHead {
			response.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		header := response.Header()
		header.Set("Content-Type", mediaType)
		if kind == "a parameter" {
			header.Set("Content-Type", mediaType+"; charset=utf-8")
		}
		if kind != "no digest" {
			header.Set("Docker-Content-Digest", fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(manifest))))
		}
		if kind == "no length" && request.Method == http.MethodHead {
			header.Set("Transfer-Encoding", "chunked")
		} else {
			header.Set("Content-Length", strconv.Itoa(len(manifest)))
		}
		if request.Method == http.MethodGet {
			fmt.Fprint(response, manifest)
		}
	}))
}

func main() {
	ctx := context.Background()
	for _, kind := range []string{"all headers", "no digest", "no length", "no HEAD", "a parameter"} {
		server := serve(kind)
		host := strings.TrimPrefix(server.URL, "http://")
		show := func(client string, digest fmt.Stringer, size int64, mediaType string, err error) {
			answer := "an error"
			if err == nil {
				answer = fmt.Sprintf("digest %.12q, %d bytes, %s", digest.String(), size, mediaType)
			}
			fmt.Printf("%s: %s, %s\n", kind, client, answer)
		}
		repository, _ := remote.NewRepository(host + "/team/app")
		repository.PlainHTTP = true
		found, err := repository.Resolve(ctx, "v1")
		show("Resolve of oras-go", found.Digest, found.Size, found.MediaType, err)
		found, _, err = repository.FetchReference(ctx, "v1")
		show("FetchReference of oras-go", found.Digest, found.Size, found.MediaType, err)
		tag, _ := name.NewTag(host+"/team/app:v1", name.Insecure)
		if head, err := crane.Head(tag); err != nil {
			show("Head of go-containerregistry", nil, 0, "", err)
		} else {
			show("Head of go-containerregistry", head.Digest, head.Size, string(head.MediaType), nil)
		}
		settings := regclient.WithConfigHost(config.Host{Name: host, TLS: config.TLSDisabled})
		reference, _ := ref.New(host + "/team/app:v1")
		client := regclient.New(settings, regclient.WithRetryLimit(1))
		if head, err := client.ManifestHead(ctx, reference); err != nil {
			show("ManifestHead of regclient", nil, 0, "", err)
		} else {
			found := head.GetDescriptor()
			show("ManifestHead of regclient", found.Digest, found.Size, found.MediaType, nil)
		}
		server.Close()
	}
}
GO
{
  go mod init finding.test/head
  go get oras.land/oras-go/v2@v2.7.0 github.com/google/go-containerregistry@v0.22.1 github.com/regclient/regclient@v0.11.7
  go mod tidy
} 2> /dev/null
go run . > seen
cat > expected <<'EXPECTED'
all headers: Resolve of oras-go, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
all headers: FetchReference of oras-go, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
all headers: Head of go-containerregistry, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
all headers: ManifestHead of regclient, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
no digest: Resolve of oras-go, an error
no digest: FetchReference of oras-go, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
no digest: Head of go-containerregistry, an error
no digest: ManifestHead of regclient, digest "", 239 bytes, application/vnd.oci.image.manifest.v1+json
no length: Resolve of oras-go, an error
no length: FetchReference of oras-go, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
no length: Head of go-containerregistry, an error
no length: ManifestHead of regclient, digest "sha256:1ccb3", 0 bytes, application/vnd.oci.image.manifest.v1+json
no HEAD: Resolve of oras-go, an error
no HEAD: FetchReference of oras-go, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
no HEAD: Head of go-containerregistry, an error
no HEAD: ManifestHead of regclient, an error
a parameter: Resolve of oras-go, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
a parameter: FetchReference of oras-go, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
a parameter: Head of go-containerregistry, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json; charset=utf-8
a parameter: ManifestHead of regclient, digest "sha256:1ccb3", 239 bytes, application/vnd.oci.image.manifest.v1+json
EXPECTED
diff expected seen
echo "answers of registries to HEAD behave as they were seen"
