#!/bin/sh
# @stomp/stompjs 7.5.0, stompit 1.0.0 and stompjs 2.3.3 (npm), stomp.py 9.0.0, stompman 3.16.0, stompest 2.3.0, aiostomp 1.7.3 and
# coilmq 1.1.0 (PyPI) and org.springframework:spring-messaging 6.2.10 (Maven Central), seen on 2026-12-01 with Node 20, Python 3.11
# and Java 17.
#
# Expected: nine readers of STOMP 1.2 read the same headers and body of each valid frame.
# Seen: stompjs and aiostomp miss CRLF. Of a header that is there twice the last one counts for aiostomp and coilmq (Repeated Header
# Entries: the first). Values are escaped (Value Encoding): coilmq and stompjs unescape nothing, stompman drops `\r`, and
# @stomp/stompjs makes a line feed of an escaped backslash in front of an `n`, as a path of Windows has. Names are escaped as well;
# four do not unescape them. CONNECTED is not escaped, yet four unescape it. A blank is a part of a value (Augmented BNF), and
# three cut it off. stompjs ends a body at its first NUL, also within its content-length. Only stompest and Spring are right
# throughout.
# Whom it meets: subscribers of ActiveMQ, RabbitMQ or Spring whose properties have colons, paths or blanks. With a mock: send a
# header with a backslash, and one twice.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# A name, a frame, its headers and its body.
cat > cases.json <<'JSON'
[
  ["plain", "MESSAGE\ndestination:/a\n\nhello\u0000", { "destination": "/a" }, "hello"],
  ["CRLF", "MESSAGE\r\ndestination:/a\r\n\r\nhello\u0000", { "destination": "/a" }, "hello"],
  ["escaped colon", "MESSAGE\na:b\\cc\n\n\u0000", { "a": "b:c" }, ""],
  ["escaped line feed", "MESSAGE\na:b\\nc\n\n\u0000", { "a": "b\nc" }, ""],
  ["escaped CR", "MESSAGE\na:b\\rc\n\n\u0000", { "a": "b\rc" }, ""],
  ["escaped backslash", "MESSAGE\na:b\\\\nc\n\n\u0000", { "a": "b\\nc" }, ""],
  ["escaped name", "MESSAGE\na\\cb:c\n\n\u0000", { "a:b": "c" }, ""],
  ["CONNECTED", "CONNECTED\nversion:1.2\na:b\\nc\n\n\u0000", { "version": "1.2", "a": "b\\nc" }, ""],
  ["repeated", "MESSAGE\na:1\na:2\n\n\u0000", { "a": "1" }, ""],
  ["no value", "MESSAGE\na:\n\n\u0000", { "a": "" }, ""],
  ["blanks", "MESSAGE\na: b \n\n\u0000", { "a": " b " }, ""],
  ["other letters", "MESSAGE\na:\u00fc\n\n\u00fc\u0000", { "a": "\u00fc" }, "\u00fc"],
  ["NUL in the body", "MESSAGE\ncontent-length:3\n\na\u0000b\u0000", { "content-length": "3" }, "a\u0000b"],
  ["line feeds around the body", "MESSAGE\na:b\n\n\n\nhello\n\n\u0000", { "a": "b" }, "\n\nhello\n\n"],
  ["a body like headers", "MESSAGE\na:b\n\nc:d\n\ne\u0000", { "a": "b" }, "c:d\n\ne"],
  ["no headers", "ERROR\n\nhello\u0000", {}, "hello"]
]
JSON
npm install --silent --no-audit --no-fund @stomp/stompjs@7.5.0 stompit@1.0.0 stompjs@2.3.3
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { FrameImpl } from './node_modules/@stomp/stompjs/esm6/frame-impl.js';
import { Parser } from './node_modules/@stomp/stompjs/esm6/parser.js';
import legacy from 'stompjs/lib/stomp.js';
import IncomingFrameStream from 'stompit/lib/IncomingFrameStream.js';

const readers = {
  '@stomp/stompjs': (frame) => {
    let found;
    new Parser(
      (raw) => {
        const { headers, body } = FrameImpl.fromRawFrame(raw, true);
        found = { headers, body };
      },
      () => {},
    ).parseChunk(frame);
    return found;
  },
  stompjs: (frame) => {
    const [{ headers, body }] = legacy.Stomp.Frame.unmarshall(frame);
    return { headers, body };
  },
  stompit: async (frame) => {
    const stream = new IncomingFrameStream();
    stream.setVersion('1.2');
    stream.end(frame);
    const [found] = await once(stream, 'data');
    return { headers: found.headers, body: await text(found) };
  },
};
for (const [title, frame] of JSON.parse(readFileSync('cases.json', 'utf8'))) {
  for (const [name, read] of Object.entries(readers)) {
    let found;
    try {
      found = await Promise.race([read(frame), new Promise((done) => setTimeout(done, 500, 'nothing'))]);
    } catch (error) {
      found = 'refused';
      console.error(title, name, error.message);
    }
    console.log(JSON.stringify([title, name, found ?? 'nothing']));
  }
}
process.exit();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check stomp.py==9.0.0 stompman==3.16.0 stompest==2.3.0 aiostomp==1.7.3 coilmq==1.1.0
cat > read.py <<'PY'
import io
import json
import sys

from aiostomp.protocol import StompProtocol
from coilmq.util.frames import Frame
from stomp.utils import parse_frame
from stompest.protocol import StompParser
from stompman.serde import FrameParser


def by_stomp_py(frame):
    found = parse_frame(frame[:-1])
    return found.headers, found.body


def by_stompman(frame):
    found = [one for one in FrameParser().parse_frames_from_chunk(frame) if hasattr(one, "headers")][0]
    return found.headers, getattr(found, "body", b"")


def by_stompest(frame):
    parser = StompParser("1.2")
    parser.add(frame)
    while parser.canRead():
        found = parser.get()
        if hasattr(found, "headers"):
            return found.headers, found.body


def by_aiostomp(frame):
    protocol = StompProtocol()
    protocol.feed_data(frame)
    found = [one for one in protocol.pop_frames() if one.command != "HEARTBEAT"][0]
    return found.headers, found.body


def by_coilmq(frame):
    found = Frame.from_buffer(io.BytesIO(frame))
    return found.headers, found.body


READERS = {
    "stomp.py": by_stomp_py,
    "stompman": by_stompman,
    "stompest": by_stompest,
    "aiostomp": by_aiostomp,
    "coilmq": by_coilmq,
}
for title, frame, *_ in json.load(open("cases.json", encoding="utf-8")):
    for name, read in READERS.items():
        try:
            headers, body = read(frame.encode())
            body = body.decode() if isinstance(body, bytes) else body or ""
            found = {"headers": dict(headers), "body": body}
        except Exception as error:
            found = "refused"
            print(title, name, type(error).__name__, error, file=sys.stderr)
        print(json.dumps([title, name, found]))
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.springframework</groupId><artifactId>spring-messaging</artifactId><version>6.2.10</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.20.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Read.java <<'JAVA'
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.messaging.Message;
import org.springframework.messaging.simp.stomp.StompDecoder;
import org.springframework.messaging.simp.stomp.StompHeaderAccessor;

public class Read {
    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        for (JsonNode parts : mapper.readTree(Path.of("cases.json").toFile())) {
            Object found = "nothing";
            try {
                ByteBuffer bytes = ByteBuffer.wrap(parts.get(1).asText().getBytes(StandardCharsets.UTF_8));
                for (Message<byte[]> message : new StompDecoder().decode(bytes)) {
                    StompHeaderAccessor accessor = StompHeaderAccessor.wrap(message);
                    if (accessor.isHeartbeat()) continue;
                    Map<String, String> headers = new HashMap<>();
                    accessor.toNativeHeaderMap().forEach((name, values) -> headers.put(name, values.get(0)));
                    found = Map.of("headers", headers, "body", new String(message.getPayload(), StandardCharsets.UTF_8));
                }
            } catch (Exception error) {
                found = "refused";
                System.err.println(parts.get(0) + " Spring " + error);
            }
            System.out.println(mapper.writeValueAsString(List.of(parts.get(0), "Spring", found)));
        }
    }
}
JAVA
cat > compare.py <<'PY'
import json
import sys

cases = json.load(open("cases.json", encoding="utf-8"))
found = {title: {} for title, *_ in cases}
for line in sys.stdin:
    title, name, answer = json.loads(line)
    found[title][name] = answer
for title, _, headers, body in cases:
    right = {"headers": headers, "body": body}
    others = {}
    for name, answer in found[title].items():
        if answer == right:
            continue
        text = answer if isinstance(answer, str) else " and ".join(json.dumps(answer[part]) for part in answer if answer[part] != right[part])
        others.setdefault(text, []).append(name)
    print(f"{title}: {len(found[title]) - sum(map(len, others.values()))} right")
    for text, names in sorted(others.items()):
        print(f"  {text} by {' '.join(sorted(names))}")
PY
{
  node read.mjs
  venv/bin/python read.py
  java -cp 'classes/*' Read.java
} 2> errors | python3 compare.py > seen
cat > expected <<'EXPECTED'
plain: 9 right
CRLF: 7 right
  refused by aiostomp
  {} and "ESSAGE\r\ndestination:/a\r\n\r\nhello" by stompjs
escaped colon: 7 right
  {"a": "b\\cc"} by coilmq stompjs
escaped line feed: 7 right
  {"a": "b\\nc"} by coilmq stompjs
escaped CR: 6 right
  {"a": "b\\rc"} by coilmq stompjs
  {"a": "bc"} by stompman
escaped backslash: 6 right
  {"a": "b\\\\nc"} by coilmq stompjs
  {"a": "b\\\nc"} by @stomp/stompjs
escaped name: 5 right
  {"a\\cb": "c"} by @stomp/stompjs aiostomp coilmq stompjs
CONNECTED: 5 right
  {"version": "1.2", "a": "b\nc"} by aiostomp stomp.py stompit stompman
repeated: 7 right
  {"a": "2"} by aiostomp coilmq
no value: 9 right
blanks: 6 right
  {"a": " b"} by coilmq
  {"a": "b"} by @stomp/stompjs stompjs
other letters: 9 right
NUL in the body: 7 right
  "a" by stompjs
  {"content-length": 3} by stompit
line feeds around the body: 9 right
a body like headers: 9 right
no headers: 9 right
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "frames of STOMP are read as they were seen"
