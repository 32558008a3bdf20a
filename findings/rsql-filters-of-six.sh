#!/bin/sh
# @rsql/parser 1.6.0, rsql-mongodb 3.0.2 and fiql-parser 0.1.2 (npm), fiql-parser 1.0 (PyPI), cz.jirutka.rsql:rsql-parser 2.1.0
# (Maven Central) and rsql 0.4.3 (crates.io), seen on 2026-11-30 with Node 20, Python 3.11, Java 17 and Rust 1.95.
#
# Guess before it was run: six parsers of RSQL and FIQL group `;` before `,`; the ones of FIQL do not know quotes and lists.
# Seen: two do not group so. In both grammars `;` (and) binds before `,` (or). rsql goes from left to right, so that
# `a,b;c` is `(a or b) and c`, and rsql-mongodb makes the `or` first: `a;b,c` is `a and (b or c)`. It also takes
# `a==1 and b==2` for a field `a==1 and b`, 007 for the number 7, refuses a `;` in quotes, and keeps the escape of `\'`, which
# rsql refuses. The fiql-parser of npm reads RSQL's quotes and lists, but no `*`, with which FIQL begins and ends a text. The
# one of PyPI makes a blank of `+`, a plain sign in FIQL, and keeps quotes as part of the value, as FIQL says. `=like=` is
# taken by three of six.
# Whom it meets: services that filter by RSQL in one language, with clients in another. With a mock: ask for `a==1,b==2;c==3`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > filters <<'TEXT'
a==1;b==2,c==3
a==1,b==2;c==3
a==1;b==2;c==3
a==1 and b==2
a=in=(1,2)
a>1
a=="x;y"
a=='it\'s'
a=='x'
a==x*
a==x+y
a==x%20y
a==2024-01-01T00:00:00Z
a==007
a=like=x
order==1
TEXT
npm install --silent --no-audit --no-fund @rsql/parser@1.6.0 rsql-mongodb@3.0.2 fiql-parser@0.1.2
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { parse } = require('@rsql/parser');
const mongodb = require('rsql-mongodb');
const fiql = require('fiql-parser');

const WORDS = { ';': 'and', ',': 'or', AND: 'and', OR: 'or' };
const joined = (left, word, right) => `(${left} ${WORDS[word] ?? word} ${right})`;
const leaf = (...parts) => parts.map((part) => (Array.isArray(part) ? `[${part}]` : part)).join(' ');
const ofRsql = (node) =>
  node.type === 'LOGIC'
    ? joined(ofRsql(node.left), node.operator, ofRsql(node.right))
    : leaf(node.left.selector, node.operator, node.right.value);
const ofFiql = (node) =>
  node.type === 'COMBINATION'
    ? joined(ofFiql(node.lhs), node.operator, ofFiql(node.rhs))
    : leaf(node.selector, node.comparison, node.argument);
const LIBRARIES = {
  '@rsql/parser': (text) => ofRsql(parse(text)),
  'fiql-parser (npm)': (text) => ofFiql(fiql.parse(text)),
  'rsql-mongodb': (text) => JSON.stringify(mongodb(text)),
};
for (const text of readFileSync('filters', 'utf8').trim().split('\n')) {
  for (const [name, read] of Object.entries(LIBRARIES)) {
    let answer = 'refused';
    try {
      answer = read(text);
    } catch {}
    console.log(`${text}: ${name}, ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check fiql-parser==1.0
cat > read.py <<'PY'
from fiql_parser import parse_str_to_expression


def text_of(node):
    if isinstance(node, tuple):
        return " ".join(str(part) for part in node)
    return f"({f' {node[0].lower()} '.join(text_of(part) for part in node[1:])})"


for line in open("filters", encoding="utf-8").read().splitlines():
    try:
        answer = text_of(parse_str_to_expression(line).to_python())
    except Exception:
        answer = "refused"
    print(f"{line}: fiql-parser (PyPI), {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>cz.jirutka.rsql</groupId><artifactId>rsql-parser</artifactId><version>2.1.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import cz.jirutka.rsql.parser.RSQLParser;
import cz.jirutka.rsql.parser.ast.ComparisonNode;
import cz.jirutka.rsql.parser.ast.LogicalNode;
import cz.jirutka.rsql.parser.ast.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

class Read {
    static String text(Node node) {
        if (node instanceof LogicalNode both) {
            String word = both.getOperator().name().toLowerCase();
            return StreamSupport.stream(both.spliterator(), false)
                .map(Read::text)
                .collect(Collectors.joining(" " + word + " ", "(", ")"));
        }
        ComparisonNode one = (ComparisonNode) node;
        String value = one.getOperator().isMultiValue() ? "[" + String.join(",", one.getArguments()) + "]" : one.getArguments().get(0);
        return one.getSelector() + " " + one.getOperator().getSymbol() + " " + value;
    }

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("filters"))) {
            String answer = "refused";
            try {
                answer = text(new RSQLParser().parse(line));
            } catch (RuntimeException error) {
            }
            System.out.println(line + ": rsql-parser, " + answer);
        }
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
rsql = "=0.4.3"
TOML
cat > src/main.rs <<'RUST'
use rsql::parser::{rsql::RsqlParser, Parser};
use rsql::{Expr, Operator};

fn text(node: &Expr) -> String {
    match node {
        Expr::Item(item) => format!("{} {} {}", item.selector, item.comparison.to_string(), item.arguments.0.join(",")),
        Expr::Node(Operator::And, left, right) => format!("({} and {})", text(left), text(right)),
        Expr::Node(Operator::Or, left, right) => format!("({} or {})", text(left), text(right)),
    }
}

fn main() {
    for line in include_str!("../filters").lines() {
        let answer = match RsqlParser::default().parse_to_node(line) {
            Ok(node) => text(&node),
            Err(_) => "refused".to_string(),
        };
        println!("{line}: rsql, {answer}");
    }
}
RUST
{ node read.cjs; venv/bin/python read.py; java -cp 'classes/*' Read.java; CARGO_TARGET_DIR=target cargo run --quiet; } |
  LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a=="x;y": @rsql/parser, a == x;y
a=="x;y": fiql-parser (PyPI), refused
a=="x;y": fiql-parser (npm), a == x;y
a=="x;y": rsql, a == x;y
a=="x;y": rsql-mongodb, refused
a=="x;y": rsql-parser, a == x;y
a=='it\'s': @rsql/parser, a == it's
a=='it\'s': fiql-parser (PyPI), refused
a=='it\'s': fiql-parser (npm), a == it's
a=='it\'s': rsql, refused
a=='it\'s': rsql-mongodb, {"a":"it\\'s"}
a=='it\'s': rsql-parser, a == it's
a=='x': @rsql/parser, a == x
a=='x': fiql-parser (PyPI), a == 'x'
a=='x': fiql-parser (npm), a == x
a=='x': rsql, a == x
a=='x': rsql-mongodb, {"a":"x"}
a=='x': rsql-parser, a == x
a==007: @rsql/parser, a == 007
a==007: fiql-parser (PyPI), a == 007
a==007: fiql-parser (npm), a == 007
a==007: rsql, a == 007
a==007: rsql-mongodb, {"a":7}
a==007: rsql-parser, a == 007
a==1 and b==2: @rsql/parser, (a == 1 and b == 2)
a==1 and b==2: fiql-parser (PyPI), refused
a==1 and b==2: fiql-parser (npm), refused
a==1 and b==2: rsql, (a == 1 and b == 2)
a==1 and b==2: rsql-mongodb, {"a==1 and b":2}
a==1 and b==2: rsql-parser, (a == 1 and b == 2)
a==1,b==2;c==3: @rsql/parser, (a == 1 or (b == 2 and c == 3))
a==1,b==2;c==3: fiql-parser (PyPI), (a == 1 or (b == 2 and c == 3))
a==1,b==2;c==3: fiql-parser (npm), (a == 1 or (b == 2 and c == 3))
a==1,b==2;c==3: rsql, ((a == 1 or b == 2) and c == 3)
a==1,b==2;c==3: rsql-mongodb, {"$and":[{"$or":[{"a":1},{"b":2}]},{"c":3}]}
a==1,b==2;c==3: rsql-parser, (a == 1 or (b == 2 and c == 3))
a==1;b==2,c==3: @rsql/parser, ((a == 1 and b == 2) or c == 3)
a==1;b==2,c==3: fiql-parser (PyPI), ((a == 1 and b == 2) or c == 3)
a==1;b==2,c==3: fiql-parser (npm), ((a == 1 and b == 2) or c == 3)
a==1;b==2,c==3: rsql, ((a == 1 and b == 2) or c == 3)
a==1;b==2,c==3: rsql-mongodb, {"$and":[{"a":1},{"$or":[{"b":2},{"c":3}]}]}
a==1;b==2,c==3: rsql-parser, ((a == 1 and b == 2) or c == 3)
a==1;b==2;c==3: @rsql/parser, ((a == 1 and b == 2) and c == 3)
a==1;b==2;c==3: fiql-parser (PyPI), (a == 1 and b == 2 and c == 3)
a==1;b==2;c==3: fiql-parser (npm), (a == 1 and (b == 2 and c == 3))
a==1;b==2;c==3: rsql, ((a == 1 and b == 2) and c == 3)
a==1;b==2;c==3: rsql-mongodb, {"$and":[{"a":1},{"b":2},{"c":3}]}
a==1;b==2;c==3: rsql-parser, (a == 1 and b == 2 and c == 3)
a==2024-01-01T00:00:00Z: @rsql/parser, a == 2024-01-01T00:00:00Z
a==2024-01-01T00:00:00Z: fiql-parser (PyPI), a == 2024-01-01T00:00:00Z
a==2024-01-01T00:00:00Z: fiql-parser (npm), a == 2024-01-01T00:00:00Z
a==2024-01-01T00:00:00Z: rsql, a == 2024-01-01T00:00:00Z
a==2024-01-01T00:00:00Z: rsql-mongodb, {"a":"2024-01-01T00:00:00.000Z"}
a==2024-01-01T00:00:00Z: rsql-parser, a == 2024-01-01T00:00:00Z
a==x%20y: @rsql/parser, a == x%20y
a==x%20y: fiql-parser (PyPI), a == x y
a==x%20y: fiql-parser (npm), a == x y
a==x%20y: rsql, a == x%20y
a==x%20y: rsql-mongodb, {"a":"x%20y"}
a==x%20y: rsql-parser, a == x%20y
a==x*: @rsql/parser, a == x*
a==x*: fiql-parser (PyPI), a == x*
a==x*: fiql-parser (npm), refused
a==x*: rsql, a == x*
a==x*: rsql-mongodb, {"a":"x*"}
a==x*: rsql-parser, a == x*
a==x+y: @rsql/parser, a == x+y
a==x+y: fiql-parser (PyPI), a == x y
a==x+y: fiql-parser (npm), refused
a==x+y: rsql, a == x+y
a==x+y: rsql-mongodb, {"a":"x+y"}
a==x+y: rsql-parser, a == x+y
a=in=(1,2): @rsql/parser, a =in= [1,2]
a=in=(1,2): fiql-parser (PyPI), refused
a=in=(1,2): fiql-parser (npm), a =in= [1,2]
a=in=(1,2): rsql, a =in= 1,2
a=in=(1,2): rsql-mongodb, {"a":{"$in":[1,2]}}
a=in=(1,2): rsql-parser, a =in= [1,2]
a=like=x: @rsql/parser, a =like= x
a=like=x: fiql-parser (PyPI), a =like= x
a=like=x: fiql-parser (npm), a =like= x
a=like=x: rsql, refused
a=like=x: rsql-mongodb, refused
a=like=x: rsql-parser, refused
a>1: @rsql/parser, a > 1
a>1: fiql-parser (PyPI), refused
a>1: fiql-parser (npm), refused
a>1: rsql, a =gt= 1
a>1: rsql-mongodb, refused
a>1: rsql-parser, a =gt= 1
order==1: @rsql/parser, order == 1
order==1: fiql-parser (PyPI), order == 1
order==1: fiql-parser (npm), order == 1
order==1: rsql, order == 1
order==1: rsql-mongodb, {"order":1}
order==1: rsql-parser, order == 1
EXPECTED
diff expected seen
echo "filters of RSQL are read as they were seen"
