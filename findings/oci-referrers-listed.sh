#!/bin/sh
# oras.land/oras-go/v2 v2.7.0, github.com/google/go-containerregistry v0.22.1 and github.com/regclient/regclient v0.11.7, seen
# on 2026-11-30 with Go 1.26 and Node 20.
#
# Guess before it was run: three clients list all referrers of an image (distribution-spec, listing referrers), by pages and by
# the tag that stands in for a missing API; one may not filter on its own.
# Seen: go-containerregistry lists the first page only, without a word, so signatures on the second are not found. If the media
# type of the answer has a parameter (`; charset=utf-8`), oras-go and it take the API for missing and list nothing, without an
# error. If the registry says that it has filtered, and has not, oras-go gives all. For 400 two look for the tag, for 405 only
# regclient, whose list is whole in each case. Without the API (404) the tag is found by all.
# Whom it meets: who looks for signatures and SBOMs of an image, and gates that deny without them. With a mock: answer with two
# pages, and with a parameter of the media type.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat > serve.mjs <<'JS'
import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const digestOf = (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const empty = { mediaType: 'application/vnd.oci.empty.v1+json', digest: digestOf('{}'), size: 2 };
const image = JSON.stringify({ schemaVersion: 2, mediaType: MANIFEST, config: empty, layers: [empty] });
const subject = digestOf(image);
const referrer = (name, artifactType) => ({ mediaType: MANIFEST, digest: digestOf(name), size: 9, artifactType, annotations: { name } });
const list = (...manifests) => JSON.stringify({ schemaVersion: 2, mediaType: INDEX, manifests });
const [a, b, c] = [referrer('a', 'text/x'), referrer('b', 'text/y'), referrer('c', 'text/x')];
const all = list(a, b, c);
const REFERRERS = {
  plain: () => [200, all],
  pages: (url) => (url.searchParams.has('page') ? [200, list(b, c)] : [200, list(a), { link: `<${url.pathname}?page=2>; rel="next"` }]),
  parameter: () => [200, all, { 'content-type': `${INDEX}; charset=utf-8` }],
  'not-filtered': () => [200, all, { 'oci-filters-applied': 'artifactType' }],
  'tag-400': () => [400, '{}'],
  'tag-404': () => [404, '{}'],
  'tag-405': () => [405, '{}'],
};
const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://registry.test');
  const [, , repository, kind, reference] = url.pathname.split('/');
  let [status, body, headers] = [404, '{}', {}];
  if (kind === 'referrers') [status, body, headers] = REFERRERS[repository](url);
  else if (kind === 'manifests' && reference === subject) [status, body, headers] = [200, image, { 'content-type': MANIFEST }];
  else if (reference === subject.replace(':', '-') && repository.startsWith('tag-')) [status, body] = [200, all];
  else if (url.pathname === '/v2/') status = 200;
  const type = status === 200 ? INDEX : 'application/json';
  response.writeHead(status, { 'content-type': type, 'docker-content-digest': digestOf(body), 'content-length': body.length, ...headers });
  response.end(request.method === 'HEAD' ? '' : body);
});
server.listen(0, '127.0.0.1', () => {
  writeFileSync('host.new', `127.0.0.1:${server.address().port} ${subject} ${image.length}`);
  renameSync('host.new', 'host');
});
JS
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	google "github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/opencontainers/go-digest"
	spec "github.com/opencontainers/image-spec/specs-go/v1"
	"github.com/regclient/regclient"
	"github.com/regclient/regclient/config"
	"github.com/regclient/regclient/scheme"
	"github.com/regclient/regclient/types/descriptor"
	"github.com/regclient/regclient/types/ref"
	oras "oras.land/oras-go/v2/registry/remote"
)

var (
	host, subject string
	size          int64
)

func byOras(repository, kind string) (names []string, err error) {
	client, err := oras.NewRepository(host + "/" + repository)
	if err != nil {
		return nil, err
	}
	client.PlainHTTP = true
	image := spec.Descriptor{MediaType: spec.MediaTypeImageManifest, Digest: digest.Digest(subject), Size: size}
	err = client.Referrers(context.Background(), image, kind, func(found []spec.Descriptor) error {
		for _, one := range found {
			names = append(names, one.Annotations["name"])
		}
		return nil
	})
	return names, err
}

func byGoogle(repository, kind string) (names []string, err error) {
	image, err := name.NewDigest(host+"/"+repository+"@"+subject, name.Insecure)
	if err != nil {
		return nil, err
	}
	var options []google.Option
	if kind != "" {
		options = append(options, google.WithFilter("artifactType", kind))
	}
	index, err := google.Referrers(image, options...)
	if err != nil {
		return nil, err
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		return nil, err
	}
	for _, one := range manifest.Manifests {
		names = append(names, one.Annotations["name"])
	}
	return names, nil
}

func byRegclient(repository, kind string) (names []string, err error) {
	client := regclient.New(regclient.WithConfigHost(config.Host{Name: host, TLS: config.TLSDisabled}))
	image, err := ref.New(host + "/" + repository + "@" + subject)
	if err != nil {
		return nil, err
	}
	found, err := client.ReferrerList(context.Background(), image, scheme.WithReferrerMatchOpt(descriptor.MatchOpt{ArtifactType: kind}))
	for _, one := range found.Descriptors {
		names = append(names, one.Annotations["name"])
	}
	return names, err
}

func main() {
	file, _ := os.ReadFile("host")
	if _, err := fmt.Sscan(string(file), &host, &subject, &size); err != nil {
		panic(err)
	}
	clients := []struct {
		name string
		list func(repository, kind string) ([]string, error)
	}{{"oras-go", byOras}, {"go-containerregistry", byGoogle}, {"regclient", byRegclient}}
	for _, repository := range []string{"plain", "pages", "parameter", "not-filtered", "tag-400", "tag-404", "tag-405"} {
		for _, kind := range []string{"", "text/x"} {
			for _, client := range clients {
				names, err := client.list(repository, kind)
				answer := strings.Join(names, " ")
				if err != nil {
					answer = "an error"
				} else if names == nil {
					answer = "nothing"
				}
				fmt.Printf("%s, of the type %q: %s, %s\n", repository, kind, client.name, answer)
			}
		}
	}
}
GO
{
  go mod init finding.test/referrers
  go get oras.land/oras-go/v2@v2.7.0 github.com/google/go-containerregistry@v0.22.1 github.com/regclient/regclient@v0.11.7
  go mod tidy
} 2> /dev/null
go build -o list .
node serve.mjs &
echo $! > pid
while [ ! -e host ]; do sleep 0.1; done
./list > seen
cat > expected <<'EXPECTED'
plain, of the type "": oras-go, a b c
plain, of the type "": go-containerregistry, a b c
plain, of the type "": regclient, a b c
plain, of the type "text/x": oras-go, a c
plain, of the type "text/x": go-containerregistry, a c
plain, of the type "text/x": regclient, a c
pages, of the type "": oras-go, a b c
pages, of the type "": go-containerregistry, a
pages, of the type "": regclient, a b c
pages, of the type "text/x": oras-go, a c
pages, of the type "text/x": go-containerregistry, a
pages, of the type "text/x": regclient, a c
parameter, of the type "": oras-go, nothing
parameter, of the type "": go-containerregistry, nothing
parameter, of the type "": regclient, a b c
parameter, of the type "text/x": oras-go, nothing
parameter, of the type "text/x": go-containerregistry, nothing
parameter, of the type "text/x": regclient, a c
not-filtered, of the type "": oras-go, a b c
not-filtered, of the type "": go-containerregistry, a b c
not-filtered, of the type "": regclient, a b c
not-filtered, of the type "text/x": oras-go, a b c
not-filtered, of the type "text/x": go-containerregistry, a c
not-filtered, of the type "text/x": regclient, a c
tag-400, of the type "": oras-go, an error
tag-400, of the type "": go-containerregistry, a b c
tag-400, of the type "": regclient, a b c
tag-400, of the type "text/x": oras-go, an error
tag-400, of the type "text/x": go-containerregistry, a c
tag-400, of the type "text/x": regclient, a c
tag-404, of the type "": oras-go, a b c
tag-404, of the type "": go-containerregistry, a b c
tag-404, of the type "": regclient, a b c
tag-404, of the type "text/x": oras-go, a c
tag-404, of the type "text/x": go-containerregistry, a c
tag-404, of the type "text/x": regclient, a c
tag-405, of the type "": oras-go, an error
tag-405, of the type "": go-containerregistry, an error
tag-405, of the type "": regclient, a b c
tag-405, of the type "text/x": oras-go, an error
tag-405, of the type "text/x": go-containerregistry, an error
tag-405, of the type "text/x": regclient, a c
EXPECTED
diff expected seen
echo "referrers of an image are listed as they were seen"
