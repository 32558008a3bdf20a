#!/bin/sh
# express-idempotency 1.0.6 with express 4.22.1 (npm), asgi-idempotency-header 0.2.0, fastapi-idempotency 0.1.1,
# fastapi-idempotency-key 0.1.1 and fastidempotent 0.1.0 with starlette 1.10.0 (PyPI), seen on 2026-11-30 with Node 20 and
# Python 3.11.
#
# Guess before it was run: five middlewares for Idempotency-Key give the first answer to the same call without a second run;
# the key with another body is refused with 422, a key in quotes is the one without, and a 5xx is not kept.
# Seen: the first is so, but two give it without its Location and ETag. The draft on Idempotency-Key (2.7) has 422 for a key
# with another call: asgi-idempotency-header gives the first answer to any other body, path or method, express-idempotency
# refuses with 417, and fastidempotent does not see another query, and runs for another path. express-idempotency compares
# members, the other three bytes, so a blank more or another order is refused. A 503 is kept for the whole time by two, so
# trying again cannot help; a 409 is kept by three, a 422 by four. Without any key, fastapi-idempotency gives the first answer
# for ten seconds, and fastidempotent refuses. Quotes, which the draft wants (2.1), are part of the key for all. The text of
# an answer is not kept by asgi-idempotency-header, which knows JSON only.
# Whom it meets: clients that try again with one key. With a mock: lose an answer, and answer 503 once under the same key.
# Output seen: the lines that EXPECTED has below, with the second of two calls.
set -eu
folder=$(mktemp -d)
trap 'kill $(cat "$folder"/pid 2> /dev/null) 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs.json <<'JSON'
{
  "same call": [{}, {}],
  "other body": [{}, {"body": "{\"a\":2}"}],
  "members in another order": [{"body": "{\"a\":1,\"b\":2}"}, {"body": "{\"b\":2,\"a\":1}"}],
  "blank in the body": [{}, {"body": "{\"a\": 1}"}],
  "other path": [{}, {"path": "/others"}],
  "other query": [{"path": "/orders?x=1"}, {"path": "/orders?x=2"}],
  "other method": [{}, {"method": "PATCH"}],
  "without a key": [{"key": null}, {"key": null}],
  "key in quotes, then without": [{"key": "\"k\""}, {"key": "k"}],
  "DELETE": [{"method": "DELETE"}, {"method": "DELETE"}],
  "after 409": [{"path": "/orders?first=409"}, {"path": "/orders?first=409"}],
  "after 422": [{"path": "/orders?first=422"}, {"path": "/orders?first=422"}],
  "after 503": [{"path": "/orders?first=503"}, {"path": "/orders?first=503"}],
  "text": [{"path": "/orders?type=text/plain"}, {"path": "/orders?type=text/plain"}]
}
JSON
npm install --silent --no-audit --no-fund express@4.22.1 express-idempotency@1.0.6
cat > serve.cjs <<'JS'
const express = require('express');
const { getSharedIdempotencyService, idempotency } = require('express-idempotency');

const app = express();
let runs = 0;
app.use(express.json());
app.use(idempotency());
app.all('/:name', (request, response) => {
  if (getSharedIdempotencyService().isHit(request)) return;
  const { first, type = 'application/json' } = request.query;
  const failed = first && request.get('try') === '1';
  response.status(failed ? Number(first) : 201).set({ location: '/orders/7', etag: '"7"', 'content-type': type });
  response.send(JSON.stringify({ run: (runs += 1) }));
});
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check asgi-idempotency-header==0.2.0 fastapi-idempotency==0.1.1 \
  fastapi-idempotency-key==0.1.1 fastidempotent==0.1.0 redis==8.1.0 starlette==1.10.0 fastapi==0.165.0 httpx==0.28.1
cat > call.py <<'PY'
import asyncio
import itertools
import json
import sys

import fastapi_idempotency
import fastapi_idempotency_key
import fastidempotent
import httpx
from idempotency_header_middleware import IdempotencyHeaderMiddleware
from idempotency_header_middleware.backends import MemoryBackend
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import Route

runs = itertools.count(1)


async def order(request):
    first = request.query_params.get("first")
    status = int(first) if first and request.headers["try"] == "1" else 201
    headers = {"location": "/orders/7", "etag": '"7"', "content-type": request.query_params.get("type", "application/json")}
    return Response(json.dumps({"run": next(runs)}, separators=(",", ":")), status, headers)


def client_of(middleware, **options):
    methods = ["POST", "PATCH", "DELETE"]
    app = Starlette(
        routes=[Route("/{name}", order, methods=methods)],
        middleware=[Middleware(middleware, **options)],
    )
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://a.test")


CLIENTS = {
    "express-idempotency": lambda: httpx.AsyncClient(base_url=f"http://127.0.0.1:{sys.argv[1]}"),
    "asgi-idempotency-header": lambda: client_of(IdempotencyHeaderMiddleware, backend=MemoryBackend()),
    "fastapi-idempotency": lambda: client_of(fastapi_idempotency.IdempotencyMiddleware),
    "fastapi-idempotency-key": lambda: client_of(fastapi_idempotency_key.IdempotencyMiddleware),
    "fastidempotent": lambda: client_of(fastidempotent.IdempotencyMiddleware, backend=fastidempotent.MemoryBackend()),
}


async def send(client, title, number, method="POST", path="/orders", body='{"a":1}', key="k"):
    headers = {"content-type": "application/json", "try": str(number)}
    if key:
        quote = '"' if key.startswith('"') else ""
        headers["idempotency-key"] = f"{quote}{title.replace(' ', '-').replace(',', '')}{quote}"
    return await client.request(method, path, content=body, headers=headers)


def compared(first, second):
    if "run" not in second.text:
        return f"refused with {second.status_code}"
    if json.loads(first.text.strip()) != json.loads(second.text.strip()):
        return f"ran again, {second.status_code}"
    lost = [name for name in ("location", "etag", "content-type") if first.headers.get(name) != second.headers.get(name)]
    return f"first answer, {second.status_code}" + (f", without its {' and '.join(lost)}" if lost else "")


async def main():
    with open("pairs.json", encoding="utf-8") as file:
        pairs = json.load(file)
    for name, make in CLIENTS.items():
        async with make() as client:
            for title, calls in pairs.items():
                try:
                    answers = [await send(client, title, number, **call) for number, call in enumerate(calls, 1)]
                    print(f"{title} by {name}: {compared(*answers)}")
                except Exception as error:
                    print(f"{title} by {name}: {type(error).__name__}")


asyncio.run(main())
PY
node serve.cjs > port 2> /dev/null &
echo $! > pid
while kill -0 $! && [ ! -s port ]; do sleep 0.1; done
venv/bin/python call.py "$(cat port)" 2> /dev/null | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
DELETE by asgi-idempotency-header: ran again, 201
DELETE by express-idempotency: first answer, 201, without its location and etag
DELETE by fastapi-idempotency-key: ran again, 201
DELETE by fastapi-idempotency: first answer, 201
DELETE by fastidempotent: ran again, 201
after 409 by asgi-idempotency-header: first answer, 409, without its location and etag
after 409 by express-idempotency: ran again, 201
after 409 by fastapi-idempotency-key: ran again, 201
after 409 by fastapi-idempotency: first answer, 409
after 409 by fastidempotent: first answer, 409
after 422 by asgi-idempotency-header: first answer, 422, without its location and etag
after 422 by express-idempotency: ran again, 201
after 422 by fastapi-idempotency-key: first answer, 422
after 422 by fastapi-idempotency: first answer, 422
after 422 by fastidempotent: first answer, 422
after 503 by asgi-idempotency-header: first answer, 503, without its location and etag
after 503 by express-idempotency: ran again, 201
after 503 by fastapi-idempotency-key: ran again, 201
after 503 by fastapi-idempotency: ran again, 201
after 503 by fastidempotent: first answer, 503
blank in the body by asgi-idempotency-header: first answer, 201, without its location and etag
blank in the body by express-idempotency: first answer, 201, without its location and etag
blank in the body by fastapi-idempotency-key: refused with 422
blank in the body by fastapi-idempotency: refused with 422
blank in the body by fastidempotent: refused with 422
key in quotes, then without by asgi-idempotency-header: ran again, 201
key in quotes, then without by express-idempotency: ran again, 201
key in quotes, then without by fastapi-idempotency-key: ran again, 201
key in quotes, then without by fastapi-idempotency: ran again, 201
key in quotes, then without by fastidempotent: ran again, 201
members in another order by asgi-idempotency-header: first answer, 201, without its location and etag
members in another order by express-idempotency: first answer, 201, without its location and etag
members in another order by fastapi-idempotency-key: refused with 422
members in another order by fastapi-idempotency: refused with 422
members in another order by fastidempotent: refused with 422
other body by asgi-idempotency-header: first answer, 201, without its location and etag
other body by express-idempotency: refused with 417
other body by fastapi-idempotency-key: refused with 422
other body by fastapi-idempotency: refused with 422
other body by fastidempotent: refused with 422
other method by asgi-idempotency-header: first answer, 201, without its location and etag
other method by express-idempotency: refused with 417
other method by fastapi-idempotency-key: refused with 422
other method by fastapi-idempotency: refused with 422
other method by fastidempotent: ran again, 201
other path by asgi-idempotency-header: first answer, 201, without its location and etag
other path by express-idempotency: refused with 417
other path by fastapi-idempotency-key: refused with 422
other path by fastapi-idempotency: refused with 422
other path by fastidempotent: ran again, 201
other query by asgi-idempotency-header: first answer, 201, without its location and etag
other query by express-idempotency: refused with 417
other query by fastapi-idempotency-key: refused with 422
other query by fastapi-idempotency: refused with 422
other query by fastidempotent: first answer, 201
same call by asgi-idempotency-header: first answer, 201, without its location and etag
same call by express-idempotency: first answer, 201, without its location and etag
same call by fastapi-idempotency-key: first answer, 201
same call by fastapi-idempotency: first answer, 201
same call by fastidempotent: first answer, 201
text by asgi-idempotency-header: ran again, 201
text by express-idempotency: first answer, 201, without its location and etag
text by fastapi-idempotency-key: first answer, 201
text by fastapi-idempotency: first answer, 201
text by fastidempotent: first answer, 201
without a key by asgi-idempotency-header: ran again, 201
without a key by express-idempotency: ran again, 201
without a key by fastapi-idempotency-key: ran again, 201
without a key by fastapi-idempotency: first answer, 201
without a key by fastidempotent: refused with 400
EXPECTED
diff expected seen
echo "calls with an Idempotency-Key are answered as they were seen"
