#!/bin/sh
# @balena/odata-parser 4.3.5, @odata/parser 0.2.14, odata-parser 1.4.1, odata-filter-parser 0.6.5 and odata-filter-to-ast 4.0.0
# (npm), and odata-query 0.10.0 and odata-v4-query 0.4.1 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: seven parsers read common filters of OData alike; some refuse newer operators such as `in`.
# Seen: they do, and five read another filter than was written, without an error. For @balena/odata-parser, `a or b and c` is
# `(a or b) and c`; OData (URL conventions, operator precedence) has `and` first. @odata/parser takes `a sub 2 sub 1` for
# `a sub (2 sub 1)`. odata-filter-parser reads -1 as 0, `true` and `null` as NaN, a date as its year and `a/b` as `b`, drops all
# but the last part of a sum, the whole of `length(a)` and the collection of `any`, and cuts a text at a word `and`.
# odata-v4-query ends at the first word that it does not expect: of `length(a) gt 3` is left `length`, of `'it''s'` the text
# `it`, of a date its year. odata-parser makes `["null",""]` of null. Only odata-query reads all as it was written.
# Whom it meets: services that take `$filter`, and mocks of them. With a mock: filter by `a or b and c`, and count.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > filters <<'TEXT'
a eq 1 or b eq 2 and c eq 3
not (a eq 1)
a sub 2 sub 1 eq 7
a add 2 mul 3 eq 7
a eq 'b and c'
a eq 'it''s'
a eq -1
a eq 1e3
a eq true
a eq 2024-01-01
a/b eq null
length(a) gt 3
a in (1,2)
tags/any(t:t eq 'x')
TEXT
npm install --silent --no-audit --no-fund @balena/odata-parser@4.3.5 @odata/parser@0.2.14 odata-parser@1.4.1 \
  odata-filter-parser@0.6.5 odata-filter-to-ast@4.0.0
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const balena = require('@balena/odata-parser');
const { defaultParser } = require('@odata/parser');
const { Parser } = require('odata-filter-parser');
const parser = require('odata-parser');

const call = (name, list) => `${name}(${list.join(', ')})`;
const ofBalena = (node, binds) => {
  const of = (part) => ofBalena(part, binds);
  if (node === null) return 'null';
  if ('bind' in node) {
    const [kind, value] = binds[node.bind];
    return kind === 'List' ? `[${value.map((pair) => pair[1])}]` : JSON.stringify(value);
  }
  if (Array.isArray(node)) {
    return node[0] === 'call' ? call(node[1].method, node[1].args.map(of)) : call(node[0], node.slice(1).map(of));
  }
  const lambda = node.lambda && `/${call(node.lambda.method, [node.lambda.identifier, of(node.lambda.expression)])}`;
  return node.name + (node.property ? `/${of(node.property)}` : '') + (lambda ?? '');
};
const ofTokens = (token) => {
  const name = /^(.*)Expression$/.exec(token.type)?.[1];
  if (/^(And|Or|Equals|GreaterThan|Add|Sub|Mul)$/.test(name)) {
    return call(name.toLowerCase(), [token.value.left, token.value.right].map(ofTokens));
  }
  if (name === 'Not' || name === 'BoolParen') return call(name.toLowerCase(), [ofTokens(token.value)]);
  return token.raw;
};
const ofParser = (node) => {
  if (node.type === 'property') return node.name;
  if (node.type === 'literal') return JSON.stringify(node.value);
  return node.type === 'functioncall' ? call(node.func, node.args.map(ofParser)) : call(node.type, [node.left, node.right].map(ofParser));
};
const ofFilter = (node) => {
  if (!node?.operator) return typeof node === 'string' ? `<${node}>` : `${node}`;
  return call(node.operator, (node.operator === 'not' ? [node.subject] : [node.subject, node.value]).map(ofFilter));
};
const ofAst = (node) => {
  if (node.type === 'MemberExpr') return node.value;
  if (node.type === 'Primitive') return JSON.stringify(node.value);
  if (node.type === 'ArrayExpr') return `[${node.value.map(ofAst)}]`;
  if (node.type === 'FunctionExpr') return call(node.name, node.arguments.map(ofAst));
  return call(node.type.replace('Expr', '').toLowerCase(), [node.left, node.right].map(ofAst));
};
(async () => {
  const { parseFilter } = await import('odata-filter-to-ast');
  const LIBRARIES = {
    '@balena/odata-parser': (text) => {
      const { tree, binds } = balena.parse(`/r?$filter=${text}`);
      return ofBalena(tree.options.$filter, binds);
    },
    '@odata/parser': (text) => ofTokens(defaultParser.filter(text)),
    'odata-parser': (text) => ofParser(parser.parse(`$filter=${text}`).$filter),
    'odata-filter-parser': (text) => ofFilter(Parser.parse(text)),
    'odata-filter-to-ast': (text) => ofAst(parseFilter(text)),
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
})();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check odata-query==0.10.0 odata-v4-query==0.4.1
cat > read.py <<'PY'
from odata_query import ast
from odata_query.grammar import ODataLexer, ODataParser
from odata_v4_query import ODataFilterParser


def of_query(node):
    if isinstance(node, (ast.BoolOp, ast.BinOp)):
        return f"{type(node.op).__name__.lower()}({of_query(node.left)}, {of_query(node.right)})"
    if isinstance(node, ast.Compare):
        return f"{type(node.comparator).__name__.lower()}({of_query(node.left)}, {of_query(node.right)})"
    if isinstance(node, ast.UnaryOp):
        return f"{type(node.op).__name__.lower()}({of_query(node.operand)})"
    if isinstance(node, ast.Call):
        return f"{node.func.name}({', '.join(map(of_query, node.args))})"
    if isinstance(node, ast.List):
        return f"[{','.join(map(of_query, node.val))}]"
    if isinstance(node, ast.Attribute):
        return f"{of_query(node.owner)}/{node.attr}"
    if isinstance(node, ast.CollectionLambda):
        inner = f"{node.lambda_.identifier.name}, {of_query(node.lambda_.expression)}"
        return f"{of_query(node.owner)}/{type(node.operator).__name__.lower()}({inner})"
    return getattr(node, "name", None) or (repr(node.val) if isinstance(node, ast.String) else getattr(node, "val", "null"))


def of_v4(node):
    if node.type_ in ("operator", "function"):
        parts = [node.left, node.right, *(node.arguments or [])]
        return f"{node.value}({', '.join(of_v4(part) for part in parts if part)})"
    if node.type_ == "list":
        return f"[{','.join(of_v4(part) for part in node.arguments)}]"
    return repr(node.value) if node.type_ == "literal" else str(node.value)


LIBRARIES = {
    "odata-query": lambda text: of_query(ODataParser().parse(ODataLexer().tokenize(text))),
    "odata-v4-query": lambda text: of_v4(ODataFilterParser().parse(text)),
}
for line in open("filters", encoding="utf-8").read().splitlines():
    for name, read in LIBRARIES.items():
        try:
            answer = read(line)
        except Exception:
            answer = "refused"
        print(f"{line}: {name}, {answer}")
PY
{ node read.cjs; venv/bin/python read.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a add 2 mul 3 eq 7: @balena/odata-parser, eq(add(a, mul(2, 3)), 7)
a add 2 mul 3 eq 7: @odata/parser, equals(add(a, mul(2, 3)), 7)
a add 2 mul 3 eq 7: odata-filter-parser, eq(<3>, 7)
a add 2 mul 3 eq 7: odata-filter-to-ast, refused
a add 2 mul 3 eq 7: odata-parser, refused
a add 2 mul 3 eq 7: odata-query, eq(add(a, mult(2, 3)), 7)
a add 2 mul 3 eq 7: odata-v4-query, a
a eq 'b and c': @balena/odata-parser, eq(a, "b and c")
a eq 'b and c': @odata/parser, equals(a, 'b and c')
a eq 'b and c': odata-filter-parser, and(eq(<a>, <'b>), null)
a eq 'b and c': odata-filter-to-ast, eq(a, "b and c")
a eq 'b and c': odata-parser, eq(a, "b and c")
a eq 'b and c': odata-query, eq(a, 'b and c')
a eq 'b and c': odata-v4-query, eq(a, 'b and c')
a eq 'it''s': @balena/odata-parser, eq(a, "it's")
a eq 'it''s': @odata/parser, equals(a, 'it''s')
a eq 'it''s': odata-filter-parser, eq(<a>, <it''s>)
a eq 'it''s': odata-filter-to-ast, eq(a, "it's")
a eq 'it''s': odata-parser, eq(a, "it's")
a eq 'it''s': odata-query, eq(a, "it's")
a eq 'it''s': odata-v4-query, eq(a, 'it')
a eq -1: @balena/odata-parser, eq(a, -1)
a eq -1: @odata/parser, equals(a, -1)
a eq -1: odata-filter-parser, eq(<a>, 0)
a eq -1: odata-filter-to-ast, eq(a, -1)
a eq -1: odata-parser, eq(a, -1)
a eq -1: odata-query, eq(a, -1)
a eq -1: odata-v4-query, eq(a, -1)
a eq 1 or b eq 2 and c eq 3: @balena/odata-parser, and(or(eq(a, 1), eq(b, 2)), eq(c, 3))
a eq 1 or b eq 2 and c eq 3: @odata/parser, or(equals(a, 1), and(equals(b, 2), equals(c, 3)))
a eq 1 or b eq 2 and c eq 3: odata-filter-parser, or(eq(<a>, 1), and(eq(<b>, 2), eq(<c>, 3)))
a eq 1 or b eq 2 and c eq 3: odata-filter-to-ast, or(eq(a, 1), and(eq(b, 2), eq(c, 3)))
a eq 1 or b eq 2 and c eq 3: odata-parser, or(eq(a, 1), and(eq(b, 2), eq(c, 3)))
a eq 1 or b eq 2 and c eq 3: odata-query, or(eq(a, 1), and(eq(b, 2), eq(c, 3)))
a eq 1 or b eq 2 and c eq 3: odata-v4-query, or(eq(a, 1), and(eq(b, 2), eq(c, 3)))
a eq 1e3: @balena/odata-parser, refused
a eq 1e3: @odata/parser, refused
a eq 1e3: odata-filter-parser, eq(<a>, 1000)
a eq 1e3: odata-filter-to-ast, eq(a, 1000)
a eq 1e3: odata-parser, refused
a eq 1e3: odata-query, eq(a, 1e3)
a eq 1e3: odata-v4-query, refused
a eq 2024-01-01: @balena/odata-parser, refused
a eq 2024-01-01: @odata/parser, equals(a, 2024-01-01)
a eq 2024-01-01: odata-filter-parser, eq(<a>, 2024)
a eq 2024-01-01: odata-filter-to-ast, refused
a eq 2024-01-01: odata-parser, refused
a eq 2024-01-01: odata-query, eq(a, 2024-01-01)
a eq 2024-01-01: odata-v4-query, eq(a, 2024)
a eq true: @balena/odata-parser, eq(a, true)
a eq true: @odata/parser, equals(a, true)
a eq true: odata-filter-parser, eq(<a>, NaN)
a eq true: odata-filter-to-ast, eq(a, true)
a eq true: odata-parser, eq(a, true)
a eq true: odata-query, eq(a, true)
a eq true: odata-v4-query, eq(a, true)
a in (1,2): @balena/odata-parser, eqany(a, [1,2])
a in (1,2): @odata/parser, refused
a in (1,2): odata-filter-parser, in(<a>, 1,2)
a in (1,2): odata-filter-to-ast, in(a, [1,2])
a in (1,2): odata-parser, refused
a in (1,2): odata-query, in(a, [1,2])
a in (1,2): odata-v4-query, in(a, [1,2])
a sub 2 sub 1 eq 7: @balena/odata-parser, eq(sub(a, 2, 1), 7)
a sub 2 sub 1 eq 7: @odata/parser, equals(sub(a, sub(2, 1)), 7)
a sub 2 sub 1 eq 7: odata-filter-parser, eq(<1>, 7)
a sub 2 sub 1 eq 7: odata-filter-to-ast, refused
a sub 2 sub 1 eq 7: odata-parser, refused
a sub 2 sub 1 eq 7: odata-query, eq(sub(sub(a, 2), 1), 7)
a sub 2 sub 1 eq 7: odata-v4-query, a
a/b eq null: @balena/odata-parser, eq(a/b, null)
a/b eq null: @odata/parser, equals(a/b, null)
a/b eq null: odata-filter-parser, eq(<b>, NaN)
a/b eq null: odata-filter-to-ast, refused
a/b eq null: odata-parser, eq(a/b, ["null",""])
a/b eq null: odata-query, eq(a/b, null)
a/b eq null: odata-v4-query, eq(a/b, None)
length(a) gt 3: @balena/odata-parser, gt(length(a), 3)
length(a) gt 3: @odata/parser, greaterthan(length(a), 3)
length(a) gt 3: odata-filter-parser, gt(<>, 3)
length(a) gt 3: odata-filter-to-ast, gt(length(a), 3)
length(a) gt 3: odata-parser, gt(length(a), 3)
length(a) gt 3: odata-query, gt(length(a), 3)
length(a) gt 3: odata-v4-query, length
not (a eq 1): @balena/odata-parser, not(eq(a, 1))
not (a eq 1): @odata/parser, not(boolparen(equals(a, 1)))
not (a eq 1): odata-filter-parser, not(eq(<a>, 1))
not (a eq 1): odata-filter-to-ast, refused
not (a eq 1): odata-parser, refused
not (a eq 1): odata-query, not(eq(a, 1))
not (a eq 1): odata-v4-query, not([eq(a, 1)])
tags/any(t:t eq 'x'): @balena/odata-parser, tags/any(t, eq(t, "x"))
tags/any(t:t eq 'x'): @odata/parser, tags/any(t:t eq 'x')
tags/any(t:t eq 'x'): odata-filter-parser, eq(<t>, <x>)
tags/any(t:t eq 'x'): odata-filter-to-ast, refused
tags/any(t:t eq 'x'): odata-parser, refused
tags/any(t:t eq 'x'): odata-query, tags/any(t, eq(t, 'x'))
tags/any(t:t eq 'x'): odata-v4-query, refused
EXPECTED
diff expected seen
echo "filters of OData are read as they were seen"
