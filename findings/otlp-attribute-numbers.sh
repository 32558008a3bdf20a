#!/bin/sh
# @opentelemetry/sdk-trace-base 2.12.1 and @opentelemetry/otlp-transformer 0.223.1 (npm) and opentelemetry-sdk 1.45.2,
# opentelemetry-exporter-otlp-proto-common 1.45.2 and protobuf 7.36.2 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: exporters of JS, Python and Go write the same OTLP value of the same attribute; 1.0 is an int in
# JS.
# Seen: Go was not run. 1.0 is so, as JavaScript has one kind of number. Its two serializers differ: the one of protobuf
# writes a whole number that is too large for an int64 as a double, and the one of JSON writes `"intValue": 1e+300`. A
# receiver refuses that with all other spans of the request. The same happens to the least int64, which is rounded in its
# JSON. NaN and Infinity are null in JSON, not the texts that the mapping of protobuf has, so the attribute is empty. Python
# drops `2 ** 63`, with a line in its log. A list of a number and a text, and a map, are attributes in Python and dropped in
# JavaScript.
# Whom it meets: tests of telemetry, and metrics such as sizes or scores in attributes. With a mock: set an attribute to
# 1e300, and see if the other spans arrive.
# Output seen: the lines that EXPECTED has below, with what a receiver in Python reads.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 \
  @opentelemetry/otlp-transformer@0.223.1
cat > send.mjs <<'JS'
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

const values = {
  '1': 1, '0.5': 0.5, '1.0': 1.0, '-0.0': -0.0, '2 ** 53': 2 ** 53, '-(2 ** 63)': -(2 ** 63), '2 ** 63': 2 ** 63, '1e300': 1e300,
  NaN, Infinity, 'a text': 'a', true: true, '[1, 0.5]': [1, 0.5], '[1, "a"]': [1, 'a'], '[null, "a"]': [null, 'a'], '[]': [],
  '{"a": 1}': { a: 1 },
};
for (const [name, value] of Object.entries(values)) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.getTracer('t').startSpan('s').setAttribute('a', value).end();
  const write = (serializer) => Buffer.from(serializer.serializeRequest(exporter.getFinishedSpans())).toString('base64');
  console.log(JSON.stringify([name, write(JsonTraceSerializer), write(ProtobufTraceSerializer)]));
}
JS
node send.mjs 2> /dev/null > sent
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check opentelemetry-sdk==1.45.2 \
  opentelemetry-exporter-otlp-proto-common==1.45.2 protobuf==7.36.2
cat > receive.py <<'PY'
import json
import logging
from base64 import b64decode
from math import inf, nan

from google.protobuf import json_format
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

logging.disable()


def show(value):
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return f"[{', '.join(show(item) for item in value.array_value.values)}]"
    if kind == "kvlist_value":
        return f"{{{', '.join(f'{pair.key}: {show(pair.value)}' for pair in value.kvlist_value.values)}}}"
    return f"{kind.split('_')[0]} {getattr(value, kind)}" if kind else "null"


def show_first(request):
    attributes = request.resource_spans[0].scope_spans[0].spans[0].attributes
    return show(attributes[0].value) if attributes else "no attribute"


def send(value):
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    with provider.get_tracer("t").start_as_current_span("s") as span:
        span.set_attribute("a", value)
    return encode_spans(exporter.get_finished_spans())


with open("sent", encoding="utf-8") as file:
    lines = file.read().splitlines()
for line in lines:
    name, text, binary = json.loads(line)
    value = eval(name, {"NaN": nan, "Infinity": inf, "true": True, "null": None}) if name != "a text" else "a"
    print(f"{name}: Python, {show_first(send(value))}")
    try:
        answer = show_first(json_format.Parse(b64decode(text), ExportTraceServiceRequest()))
    except json_format.ParseError:
        answer = "the whole request is refused"
    print(f"{name}: JavaScript by JSON, {answer}")
    print(f"{name}: JavaScript by protobuf, {show_first(ExportTraceServiceRequest.FromString(b64decode(binary)))}")
PY
venv/bin/python receive.py | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
-(2 ** 63): JavaScript by JSON, the whole request is refused
-(2 ** 63): JavaScript by protobuf, int -9223372036854775808
-(2 ** 63): Python, int -9223372036854775808
-0.0: JavaScript by JSON, int 0
-0.0: JavaScript by protobuf, int 0
-0.0: Python, double -0.0
0.5: JavaScript by JSON, double 0.5
0.5: JavaScript by protobuf, double 0.5
0.5: Python, double 0.5
1.0: JavaScript by JSON, int 1
1.0: JavaScript by protobuf, int 1
1.0: Python, double 1.0
1: JavaScript by JSON, int 1
1: JavaScript by protobuf, int 1
1: Python, int 1
1e300: JavaScript by JSON, the whole request is refused
1e300: JavaScript by protobuf, double 1e+300
1e300: Python, double 1e+300
2 ** 53: JavaScript by JSON, int 9007199254740992
2 ** 53: JavaScript by protobuf, int 9007199254740992
2 ** 53: Python, int 9007199254740992
2 ** 63: JavaScript by JSON, the whole request is refused
2 ** 63: JavaScript by protobuf, double 9.223372036854776e+18
2 ** 63: Python, no attribute
Infinity: JavaScript by JSON, null
Infinity: JavaScript by protobuf, double inf
Infinity: Python, double inf
NaN: JavaScript by JSON, null
NaN: JavaScript by protobuf, double nan
NaN: Python, double nan
[1, "a"]: JavaScript by JSON, no attribute
[1, "a"]: JavaScript by protobuf, no attribute
[1, "a"]: Python, [int 1, string a]
[1, 0.5]: JavaScript by JSON, [int 1, double 0.5]
[1, 0.5]: JavaScript by protobuf, [int 1, double 0.5]
[1, 0.5]: Python, [int 1, double 0.5]
[]: JavaScript by JSON, []
[]: JavaScript by protobuf, []
[]: Python, []
[null, "a"]: JavaScript by JSON, [null, string a]
[null, "a"]: JavaScript by protobuf, [null, string a]
[null, "a"]: Python, [null, string a]
a text: JavaScript by JSON, string a
a text: JavaScript by protobuf, string a
a text: Python, string a
true: JavaScript by JSON, bool True
true: JavaScript by protobuf, bool True
true: Python, bool True
{"a": 1}: JavaScript by JSON, no attribute
{"a": 1}: JavaScript by protobuf, no attribute
{"a": 1}: Python, {a: int 1}
EXPECTED
diff expected seen
echo "attributes of OTLP behave as they were seen"
