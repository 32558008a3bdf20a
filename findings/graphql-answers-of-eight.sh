#!/bin/sh
# graphql-http 1.23.1, graphql-yoga 5.24.1, @apollo/server 5.5.1 and mercurius 16.10.1 with fastify 5.12.8 and graphql 16.15.0
# (npm), ariadne 1.1.1 and strawberry-graphql 0.341.2 (PyPI) and github.com/graph-gophers/graphql-go v1.11.1 and
# github.com/graphql-go/handler v0.2.4, seen on 2026-11-30 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: eight servers of GraphQL give the status and type that the draft of GraphQL over HTTP says, for
# well-formed and for wrong requests; the two of Go know only application/json and 200.
# Seen: only graphql-http does in all. graph-gophers and graphql-go are as guessed, and have no error status for a request
# without a query either; graphql-go has 200 for a body that is no JSON. application/graphql-response+json is known by apollo,
# graphql-http and graphql-yoga only; the five others answer with application/json to who accepts nothing else. With it, what
# does not parse or validate has 400 (Status codes), and so apollo, ariadne and mercurius answer to all, though with
# application/json it should be 200; strawberry has 200 in both, and 400 with plain text for an unknown operation. graphql-yoga
# gives 200 for a request without a query. mercurius refuses `"extensions": null`, which is as good as absent (Request
# parameters). A query by GET (POST has to be there, GET may) is refused by graph-gophers, is a page to ariadne, and needs one
# more header for apollo.
# Whom it meets: clients that tell a wrong request from a failed field by the status. With a mock: give 200 and 400 for the same
# error, in both types.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'kill $(cat "$folder/pids") 2> /dev/null; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund graphql@16.15.0 graphql-http@1.23.1 graphql-yoga@5.24.1 @apollo/server@5.5.1 \
  mercurius@16.10.1 fastify@5.12.8
cat > serve.mjs <<'JS'
import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import fastify from 'fastify';
import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { createSchema, createYoga } from 'graphql-yoga';
import mercurius from 'mercurius';

const typeDefs = 'type Query { hello: String fail: String }';
const fail = () => {
  throw new Error('failed');
};
const resolvers = { Query: { hello: () => 'world', fail } };
const rootValue = { hello: () => 'world', fail };
const listen = (name, handler) => {
  const server = createServer(handler).listen(0, '127.0.0.1', () => {
    console.log(`${name} http://127.0.0.1:${server.address().port}/graphql`);
  });
};
listen('graphql-http', createHandler({ schema: buildSchema(typeDefs), rootValue }));
listen('graphql-yoga', createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false }));
const place = { host: '127.0.0.1', port: 0 };
const { url } = await startStandaloneServer(new ApolloServer({ typeDefs, resolvers }), { listen: place });
console.log(`apollo ${url}`);
const application = fastify();
application.register(mercurius, { schema: typeDefs, resolvers });
console.log(`mercurius ${await application.listen(place)}/graphql`);
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ariadne==1.1.1 strawberry-graphql==0.341.2 graphql-core==3.3.2 \
  starlette==1.10.0 uvicorn==0.54.0
cat > serve.py <<'PY'
import asyncio
import socket

import ariadne
import ariadne.asgi
import strawberry
import strawberry.asgi
import uvicorn


def fail(*_):
    raise ValueError("failed")


TYPES = "type Query { hello: String fail: String }"
query = ariadne.QueryType()
query.set_field("hello", lambda *_: "world")
query.set_field("fail", fail)


@strawberry.type
class Query:
    @strawberry.field
    def hello(self) -> str | None:
        return "world"

    @strawberry.field
    def fail(self) -> str | None:
        raise ValueError("failed")


APPLICATIONS = {
    "ariadne": ariadne.asgi.GraphQL(ariadne.make_executable_schema(TYPES, query)),
    "strawberry": strawberry.asgi.GraphQL(strawberry.Schema(Query)),
}


async def serve():
    tasks = []
    for name, application in APPLICATIONS.items():
        listener = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(application, log_level="critical", lifespan="off"))
        tasks.append(asyncio.create_task(server.serve([listener])))
        print(f"{name} http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    await asyncio.gather(*tasks)


asyncio.run(serve())
PY
cat > main.go <<'GO'
package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"

	gophers "github.com/graph-gophers/graphql-go"
	"github.com/graph-gophers/graphql-go/relay"
	"github.com/graphql-go/graphql"
	"github.com/graphql-go/handler"
)

type root struct{}

func (root) Hello() *string { text := "world"; return &text }

func (root) Fail() (*string, error) { return nil, errors.New("failed") }

func field(kind graphql.Output, value any, err error) *graphql.Field {
	return &graphql.Field{Type: kind, Resolve: func(graphql.ResolveParams) (any, error) { return value, err }}
}

func object(name string, fields graphql.Fields) *graphql.Object {
	return graphql.NewObject(graphql.ObjectConfig{Name: name, Fields: fields})
}

func main() {
	schema, _ := graphql.NewSchema(graphql.SchemaConfig{
		Query: object("Query", graphql.Fields{
			"hello": field(graphql.String, "world", nil),
			"fail":  field(graphql.String, nil, errors.New("failed")),
		}),
	})
	types := "type Query { hello: String fail: String }"
	handlers := map[string]http.Handler{
		"graph-gophers": &relay.Handler{Schema: gophers.MustParseSchema(types, &root{})},
		"graphql-go":    handler.New(&handler.Config{Schema: &schema}),
	}
	for name, one := range handlers {
		listener, _ := net.Listen("tcp", "127.0.0.1:0")
		fmt.Printf("%s http://%s/\n", name, listener.Addr())
		go http.Serve(listener, one)
	}
	select {}
}
GO
{
  go mod init finding.test/graphql
  go get github.com/graph-gophers/graphql-go@v1.11.1 github.com/graphql-go/handler@v0.2.4 github.com/graphql-go/graphql@v0.8.1
  go mod tidy
} 2> /dev/null
go build -o serve .
cat > ask.mjs <<'JS'
import { readFileSync } from 'node:fs';

const JSON_TYPE = 'application/json';
const NEW_TYPE = 'application/graphql-response+json';
const post = (body, type = JSON_TYPE) => ({ method: 'POST', headers: { 'content-type': type }, body });
const query = (text, more = {}) => post(JSON.stringify({ query: text, ...more }));
const CASES = {
  query: ['', query('{ hello }'), [JSON_TYPE, NEW_TYPE, undefined, `${NEW_TYPE}, ${JSON_TYPE};q=0.9`]],
  'query by GET': [`?query=${encodeURIComponent('{ hello }')}`, {}, [JSON_TYPE, NEW_TYPE]],
  'type with a charset': ['', post('{"query":"{ hello }"}', 'application/json; charset=utf-8'), [JSON_TYPE]],
  'nulls for the rest': ['', query('{ hello }', { variables: null, operationName: null, extensions: null }), [JSON_TYPE]],
  'field that fails': ['', query('{ hello fail }'), [JSON_TYPE, NEW_TYPE]],
  'unknown field': ['', query('{ missing }'), [JSON_TYPE, NEW_TYPE]],
  'no GraphQL': ['', query('{'), [JSON_TYPE, NEW_TYPE]],
  'unknown operation': ['', query('query a { hello }', { operationName: 'b' }), [JSON_TYPE, NEW_TYPE]],
  'no query': ['', post('{"variables":{}}'), [JSON_TYPE, NEW_TYPE]],
  'no JSON': ['', post('{'), [JSON_TYPE, NEW_TYPE]],
};
for (const line of readFileSync('places', 'utf8').trim().split('\n')) {
  const [name, place] = line.split(' ');
  for (const [title, [path, options, accepted]] of Object.entries(CASES)) {
    for (const accept of accepted) {
      const headers = { ...options.headers, ...(accept && { accept }) };
      const response = await fetch(place + path, { ...options, headers });
      const type = (response.headers.get('content-type') ?? 'no type').split(';')[0];
      await response.arrayBuffer();
      const short = (text) => text.replaceAll('application/', '');
      console.log(`${title}, ${accept ? `Accept: ${short(accept)}` : 'no Accept'}: ${response.status} ${short(type)}~${name}`);
    }
  }
}
JS
touch places pids
serve() {
  "$@" >> places 2> /dev/null &
  echo $! >> pids
}
serve node serve.mjs
serve venv/bin/python serve.py
serve ./serve
for _ in $(seq 200); do
  if [ "$(wc -l < places)" -eq 8 ]; then break; fi
  sleep 0.2
done
node ask.mjs | LC_ALL=C sort | awk -F '~' '
  $1 != group && group != "" { print line }
  $1 != group { line = $1 " by" }
  { group = $1; line = line " " $2 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
field that fails, Accept: graphql-response+json: 200 graphql-response+json by apollo graphql-http graphql-yoga
field that fails, Accept: graphql-response+json: 200 json by ariadne graph-gophers graphql-go mercurius strawberry
field that fails, Accept: json: 200 json by apollo ariadne graph-gophers graphql-go graphql-http graphql-yoga mercurius strawberry
no GraphQL, Accept: graphql-response+json: 200 json by graph-gophers graphql-go strawberry
no GraphQL, Accept: graphql-response+json: 400 graphql-response+json by apollo graphql-http graphql-yoga
no GraphQL, Accept: graphql-response+json: 400 json by ariadne mercurius
no GraphQL, Accept: json: 200 json by graph-gophers graphql-go graphql-http graphql-yoga strawberry
no GraphQL, Accept: json: 400 json by apollo ariadne mercurius
no JSON, Accept: graphql-response+json: 200 json by graphql-go
no JSON, Accept: graphql-response+json: 400 graphql-response+json by graphql-yoga
no JSON, Accept: graphql-response+json: 400 json by graphql-http mercurius
no JSON, Accept: graphql-response+json: 400 text/html by apollo
no JSON, Accept: graphql-response+json: 400 text/plain by ariadne graph-gophers strawberry
no JSON, Accept: json: 200 json by graphql-go
no JSON, Accept: json: 400 json by graphql-http graphql-yoga mercurius
no JSON, Accept: json: 400 text/html by apollo
no JSON, Accept: json: 400 text/plain by ariadne graph-gophers strawberry
no query, Accept: graphql-response+json: 200 json by graph-gophers graphql-go
no query, Accept: graphql-response+json: 400 graphql-response+json by apollo graphql-yoga
no query, Accept: graphql-response+json: 400 json by ariadne graphql-http mercurius
no query, Accept: graphql-response+json: 400 text/plain by strawberry
no query, Accept: json: 200 json by graph-gophers graphql-go graphql-yoga
no query, Accept: json: 400 json by apollo ariadne graphql-http mercurius
no query, Accept: json: 400 text/plain by strawberry
nulls for the rest, Accept: json: 200 json by apollo ariadne graph-gophers graphql-go graphql-http graphql-yoga strawberry
nulls for the rest, Accept: json: 400 json by mercurius
query by GET, Accept: graphql-response+json: 200 graphql-response+json by graphql-http graphql-yoga
query by GET, Accept: graphql-response+json: 200 json by graphql-go mercurius strawberry
query by GET, Accept: graphql-response+json: 200 text/html by ariadne
query by GET, Accept: graphql-response+json: 400 graphql-response+json by apollo
query by GET, Accept: graphql-response+json: 400 text/plain by graph-gophers
query by GET, Accept: json: 200 json by graphql-go graphql-http graphql-yoga mercurius strawberry
query by GET, Accept: json: 200 text/html by ariadne
query by GET, Accept: json: 400 json by apollo
query by GET, Accept: json: 400 text/plain by graph-gophers
query, Accept: graphql-response+json, json;q=0.9: 200 graphql-response+json by apollo graphql-http graphql-yoga
query, Accept: graphql-response+json, json;q=0.9: 200 json by ariadne graph-gophers graphql-go mercurius strawberry
query, Accept: graphql-response+json: 200 graphql-response+json by apollo graphql-http graphql-yoga
query, Accept: graphql-response+json: 200 json by ariadne graph-gophers graphql-go mercurius strawberry
query, Accept: json: 200 json by apollo ariadne graph-gophers graphql-go graphql-http graphql-yoga mercurius strawberry
query, no Accept: 200 json by apollo ariadne graph-gophers graphql-go graphql-http graphql-yoga mercurius strawberry
type with a charset, Accept: json: 200 json by apollo ariadne graph-gophers graphql-go graphql-http graphql-yoga mercurius strawberry
unknown field, Accept: graphql-response+json: 200 json by graph-gophers graphql-go strawberry
unknown field, Accept: graphql-response+json: 400 graphql-response+json by apollo graphql-http graphql-yoga
unknown field, Accept: graphql-response+json: 400 json by ariadne mercurius
unknown field, Accept: json: 200 json by graph-gophers graphql-go graphql-http graphql-yoga strawberry
unknown field, Accept: json: 400 json by apollo ariadne mercurius
unknown operation, Accept: graphql-response+json: 200 json by graph-gophers graphql-go mercurius
unknown operation, Accept: graphql-response+json: 400 graphql-response+json by apollo graphql-http graphql-yoga
unknown operation, Accept: graphql-response+json: 400 json by ariadne
unknown operation, Accept: graphql-response+json: 400 text/plain by strawberry
unknown operation, Accept: json: 200 json by graph-gophers graphql-go graphql-http mercurius
unknown operation, Accept: json: 400 json by apollo ariadne graphql-yoga
unknown operation, Accept: json: 400 text/plain by strawberry
EXPECTED
diff expected seen
echo "servers of GraphQL answer as they were seen"
