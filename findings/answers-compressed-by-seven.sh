#!/bin/sh
# compression 1.8.2 with express 5.3.0, @fastify/compress 9.2.0 with fastify 5.12.8, koa-compress 5.2.2 with koa 3.3.0 and
# hono 4.13.19 (npm) and starlette 1.10.0, Django 5.2.19 and Flask-Compress 1.25 (PyPI), seen on 2026-11-30 with Node 20 and
# Python 3.11.
#
# Guess before it was run: seven middlewares (compression of express, @fastify/compress, koa-compress, hono; Starlette,
# Django, flask-compress) compress by Accept-Encoding alike, with `gzip;q=0` and `*`; they make a strong ETag weak, add Vary
# also to answers that are not compressed, and leave `no-transform` and 206 alone.
# Seen: a coding of the weight 0 is not acceptable (RFC 9110, 12.4.2): the three of Python send gzip to who sent `gzip;q=0`,
# and for `gzip;q=0, *` so does @fastify/compress. Codings have no case (8.4.1); Starlette and Django do not know `GZIP`.
# These two and hono send gzip to who likes `identity` more. One strong tag must not be on two codings (8.8.3.3): only Django,
# hono and Flask-Compress change it, and four send `"a"` for both. A part with Content-Range is made smaller by three, so that
# its bytes are others than its range says. @fastify/compress has Vary only on compressed answers, so a cache gives a plain
# one to all. koa-compress loses its Vary if the handler sets one.
# Whom it meets: clients that go on with a cut download, or change a thing with the tag that they read. With a mock: compare
# the tags of a plain and a compressed answer.
# Output seen: the lines that EXPECTED has below, in small letters.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
{
  "gzip": [{}, "gzip"], "GZIP": [{}, "GZIP"], "x-gzip": [{}, "x-gzip"], "gzip;q=0": [{}, "gzip;q=0"],
  "gzip ; q=0": [{}, "gzip ; q=0"], "gzip;q=0.000": [{}, "gzip;q=0.000"], "*": [{}, "*"], "gzip;q=0, *": [{}, "gzip;q=0, *"],
  "identity, gzip;q=0.5": [{}, "identity, gzip;q=0.5"],
  "identity": [{}, "identity"],
  "strong tag": [{"ETag": "\"a\""}, "gzip"], "no-transform": [{"Cache-Control": "no-transform"}, "gzip"],
  "part of a text": [{"Content-Range": "bytes 0-3999/8000"}, "gzip"], "Vary": [{"Vary": "Origin"}, "gzip"]
}
JSON
npm install --silent --no-audit --no-fund compression@1.8.2 express@5.3.0 @fastify/compress@9.2.0 fastify@5.12.8 \
  koa-compress@5.2.2 koa@3.3.0 hono@4.13.19 @hono/node-server@2.1.9
cat > ask.mjs <<'JS'
import { readFileSync } from 'node:fs';
import http from 'node:http';
import fastifyCompress from '@fastify/compress';
import { getRequestListener } from '@hono/node-server';
import compression from 'compression';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import Koa from 'koa';
import koaCompress from 'koa-compress';

const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
const text = 'a'.repeat(4000);
const answer = (name) => {
  const headers = cases[name][0];
  return { status: headers['Content-Range'] ? 206 : 200, headers: { 'Content-Type': 'text/plain', ...headers } };
};
const name = (url) => decodeURIComponent(url.slice(1));
const express1 = express().set('etag', false).use(compression()).use((request, response) => {
  const { status, headers } = answer(name(request.url));
  response.status(status).set(headers).end(text);
});
const koa = new Koa().use(koaCompress()).use((context) => {
  const { status, headers } = answer(name(context.url));
  context.status = status;
  context.set(headers);
  context.body = text;
});
const hono = new Hono().use(compress()).get('*', (context) => {
  const { status, headers } = answer(name(new URL(context.req.url).pathname));
  return context.body(text, status, headers);
});
const fastify = Fastify();
await fastify.register(fastifyCompress);
fastify.get('/*', (request, reply) => {
  const { status, headers } = answer(name(request.url));
  return reply.code(status).headers(headers).send(text);
});
await fastify.ready();
const listeners = {
  compression: express1,
  'koa-compress': koa.callback(),
  hono: getRequestListener(hono.fetch),
  '@fastify/compress': (request, response) => fastify.routing(request, response),
};
for (const [library, listener] of Object.entries(listeners)) {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  for (const [path, [, accept]] of Object.entries(cases)) {
    const { headers } = await new Promise((done, failed) => {
      const options = { port: server.address().port, path: `/${encodeURIComponent(path)}`, headers: { 'Accept-Encoding': accept } };
      http.get({ host: '127.0.0.1', agent: false, ...options }, (response) => {
        response.resume().on('end', () => done(response));
      }).on('error', failed);
    });
    const given = [headers['content-encoding'] ?? 'plain', headers.vary && `Vary ${headers.vary}`, headers.etag];
    console.log([path, given.filter(Boolean).join(', ').toLowerCase(), library].join('~'));
  }
  server.close();
}
process.exit();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check starlette==1.10.0 httpx==0.28.1 Django==5.2.19 Flask==3.1.3 \
  Flask-Compress==1.25
cat > ask.py <<'PY'
import json

import django
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import re_path
from flask import Flask, Response
from flask_compress import Compress
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

with open("cases.json", encoding="utf-8") as file:
    CASES = json.load(file)
TEXT = "a" * 4000


def status(headers):
    return 206 if "Content-Range" in headers else 200


def answer_starlette(request):
    headers = CASES[request.query_params["name"]][0]
    return PlainTextResponse(TEXT, status(headers), headers)


def answer_django(request):
    headers = CASES[request.GET["name"]][0]
    return HttpResponse(TEXT, status=status(headers), headers=headers, content_type="text/plain")


urlpatterns = [re_path("", answer_django)]
settings.configure(ROOT_URLCONF=__name__, MIDDLEWARE=["django.middleware.gzip.GZipMiddleware"], ALLOWED_HOSTS=["*"])
django.setup()
flask = Flask("flask")
Compress(flask)


@flask.get("/")
def answer_flask():
    from flask import request

    headers = CASES[request.args["name"]][0]
    return Response(TEXT, status(headers), headers, content_type="text/plain")


starlette = TestClient(Starlette(routes=[Route("/", answer_starlette)], middleware=[Middleware(GZipMiddleware)]))
ASK = {
    "Starlette": lambda name, accept: starlette.get("/", params={"name": name}, headers={"accept-encoding": accept}),
    "Django": lambda name, accept: Client().get("/", {"name": name}, headers={"accept-encoding": accept}),
    "Flask-Compress": lambda name, accept: flask.test_client().get(
        "/", query_string={"name": name}, headers={"accept-encoding": accept}
    ),
}
for library, ask in ASK.items():
    for name, (_, accept) in CASES.items():
        headers = ask(name, accept).headers
        vary = headers.get("Vary")
        given = [headers.get("Content-Encoding", "plain"), vary and f"Vary {vary}", headers.get("ETag")]
        print(name, ", ".join(part for part in given if part).lower(), library, sep="~")
PY
{ node ask.mjs; venv/bin/python -W ignore ask.py; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
*: br, vary accept-encoding by compression
*: gzip, vary accept-encoding by @fastify/compress hono koa-compress
*: plain, vary accept-encoding by Django Starlette
*: zstd, vary accept-encoding by Flask-Compress
GZIP: gzip, vary accept-encoding by @fastify/compress Flask-Compress compression hono koa-compress
GZIP: plain, vary accept-encoding by Django Starlette
Vary: gzip, vary origin, accept-encoding by @fastify/compress Django Flask-Compress Starlette compression hono
Vary: gzip, vary origin by koa-compress
gzip ; q=0: gzip, vary accept-encoding by Django Starlette
gzip ; q=0: plain, vary accept-encoding by Flask-Compress compression hono koa-compress
gzip ; q=0: plain by @fastify/compress
gzip;q=0, *: br, vary accept-encoding by compression koa-compress
gzip;q=0, *: deflate, vary accept-encoding by hono
gzip;q=0, *: gzip, vary accept-encoding by @fastify/compress Django Flask-Compress Starlette
gzip;q=0.000: gzip, vary accept-encoding by Django Flask-Compress Starlette
gzip;q=0.000: plain, vary accept-encoding by compression hono koa-compress
gzip;q=0.000: plain by @fastify/compress
gzip;q=0: gzip, vary accept-encoding by Django Flask-Compress Starlette
gzip;q=0: plain, vary accept-encoding by compression hono koa-compress
gzip;q=0: plain by @fastify/compress
gzip: gzip, vary accept-encoding by @fastify/compress Django Flask-Compress Starlette compression hono koa-compress
identity, gzip;q=0.5: gzip, vary accept-encoding by Django Starlette hono
identity, gzip;q=0.5: plain, vary accept-encoding by Flask-Compress compression koa-compress
identity, gzip;q=0.5: plain by @fastify/compress
identity: plain, vary accept-encoding by Django Flask-Compress Starlette compression hono koa-compress
identity: plain by @fastify/compress
no-transform: gzip, vary accept-encoding by @fastify/compress Django Flask-Compress Starlette
no-transform: plain, vary accept-encoding by koa-compress
no-transform: plain by compression hono
part of a text: gzip, vary accept-encoding by Django Flask-Compress compression
part of a text: plain, vary accept-encoding by koa-compress
part of a text: plain by @fastify/compress Starlette hono
strong tag: gzip, vary accept-encoding, "a" by @fastify/compress Starlette compression koa-compress
strong tag: gzip, vary accept-encoding, "a:gzip" by Flask-Compress
strong tag: gzip, vary accept-encoding, w/"a" by Django hono
x-gzip: gzip, vary accept-encoding by @fastify/compress Django Starlette
x-gzip: plain, vary accept-encoding by Flask-Compress compression hono koa-compress
EXPECTED
diff expected seen
echo "compressed answers are as they were seen"
