#!/bin/sh
# jsonld 9.0.0 and jsonld-streaming-parser 5.0.1 (npm) and PyLD 3.3.0, rdflib 7.6.0 and pyoxigraph 0.5.13 (PyPI), seen on
# 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: five processors of JSON-LD make the same quads of each document; rdflib lacks one or two rarer
# keywords; numbers are alike.
# Seen: a list of lists (JSON-LD API, list conversion) is right in jsonld.js and PyLD only. pyoxigraph and the streaming parser
# make one list of both, and rdflib writes the inner ones as texts of Python, without an error. rdflib has `5.5` for a fraction
# and `5.0` for 5.0, for which the others have `5.5E0` and 5 (object to RDF conversion), so nothing that is signed over quads
# has the same hash; it also keeps capitals of a language, writes 1.0 in a JSON literal, and ignores the term of a scope that
# does not propagate. Of `@direction`, which is not kept by default (JsonLdOptions, rdfDirection), two make a text with a
# direction, as in RDF 1.2. A fraction that is declared to be a decimal becomes `5.5E0` in four, as the algorithm says, though
# no decimal has an exponent. An integer above 2^53 is another in both of JavaScript. pyoxigraph refuses a map of types.
# Whom it meets: verifiers of credentials and readers of linked data in two languages. With a mock: put a list of lists and a
# fraction into one document, and compare the quads.
# Output seen: the lines that EXPECTED has below; blank nodes are all `_:x`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > documents.json <<'JSON'
{
  "integer": {"p": 5},
  "fraction": {"p": 5.5},
  "whole number with a point": {"p": 5.0},
  "large number": {"p": 1e21},
  "large integer": {"p": 9007199254740993},
  "integer as a double": {"@context": {"p": {"@type": "http://www.w3.org/2001/XMLSchema#double"}}, "p": 10},
  "fraction as a decimal": {"@context": {"p": {"@type": "http://www.w3.org/2001/XMLSchema#decimal"}}, "p": 5.5},
  "flag": {"p": true},
  "flag as a text": {"@context": {"p": {"@type": "http://www.w3.org/2001/XMLSchema#string"}}, "p": true},
  "null and empty list": {"p": [null], "q": {"@list": []}},
  "language": {"p": {"@value": "Haus", "@language": "DE-at"}},
  "map of languages": {"@context": {"p": {"@container": "@language"}}, "p": {"de": "Haus", "@none": "casa"}},
  "direction": {"p": {"@value": "x", "@language": "ar", "@direction": "rtl"}},
  "JSON literal": {"@context": {"p": {"@type": "@json"}}, "p": {"b": 1.0, "a": [1e21, "é"]}},
  "list of lists": {"p": {"@list": [["a"], []]}},
  "nested": {"@context": {"q": "@nest"}, "q": {"p": "x"}},
  "included": {"p": "x", "@included": [{"@id": "b:1", "p": "y"}]},
  "reverse": {"@reverse": {"p": {"@id": "b:1"}}},
  "index": {"@context": {"p": {"@container": "@index", "@index": "q"}}, "p": {"x": {"@id": "b:1"}}},
  "map of names": {"@context": {"p": {"@container": "@id"}}, "p": {"b:1": {"q": "x"}}},
  "map of types": {"@context": {"p": {"@container": "@type"}}, "p": {"b:T": {"@id": "b:1", "q": "x"}}},
  "graph": {"@graph": [{"@id": "b:1", "p": "x"}]},
  "graph container": {"@context": {"p": {"@container": ["@graph", "@id"]}}, "p": {"b:1": {"@id": "b:2", "q": "x"}}},
  "type of a scope": {"@context": {"T": {"@id": "b:T", "@context": {"p": "b:p"}}}, "@type": "T", "p": "x", "q": {"p": "y"}},
  "property of a scope": {"@context": {"q": {"@context": {"p": "b:p"}}}, "q": {"p": "x", "q": {"p": "y"}}},
  "scope that ends": {"@context": {"q": {"@context": {"@propagate": false, "p": "b:p"}}}, "q": {"p": "x", "r": {"p": "y"}}},
  "word like a keyword": {"@context": {"p": "@keep"}, "p": "x", "q": "y"},
  "alias": {"@context": {"kind": "@type", "id": "@id"}, "kind": "b:T", "q": {"id": "b:1"}},
  "prefix with a slash": {"@context": {"x": "http://x.test/a"}, "x:b": "y"},
  "prefix that is marked": {"@context": {"x": {"@id": "http://x.test/a", "@prefix": true}}, "x:b": "y"},
  "relative name": {"q": {"@id": "../c"}, "r": {"@id": "#d"}},
  "time": {"@context": {"p": {"@type": "http://www.w3.org/2001/XMLSchema#dateTime"}}, "p": "2026-01-02T03:04:05+01:00"}
}
JSON
npm install --silent --no-audit --no-fund jsonld@9.0.0 jsonld-streaming-parser@5.0.1
cat > quads.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
import jsonld from 'jsonld';
import { JsonLdParser } from 'jsonld-streaming-parser';

const text = (term) => {
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  if (term.termType === 'BlankNode') return `_:${term.value}`;
  if (term.termType === 'DefaultGraph') return '';
  const value = JSON.stringify(term.value);
  if (term.language) return `${value}@${term.language}${term.direction ? `--${term.direction}` : ''}`;
  return `${value}^^<${term.datatype.value}>`;
};
const streamed = (document, baseIRI) =>
  new Promise((resolve, reject) => {
    const lines = [];
    const parser = new JsonLdParser({ baseIRI });
    parser.on('data', (quad) => lines.push([quad.subject, quad.predicate, quad.object, quad.graph].map(text).join(' ').trim()));
    parser.on('error', reject);
    parser.on('end', () => resolve(lines.join('\n')));
    parser.end(JSON.stringify(document));
  });
const READERS = {
  'jsonld.js': (document, base) => jsonld.toRDF(document, { base, format: 'application/n-quads' }),
  'streaming-parser': streamed,
};
const answers = {};
for (const [title, part] of Object.entries(JSON.parse(readFileSync('documents.json', 'utf8')))) {
  const { '@context': context, ...rest } = part;
  const document = { '@context': [{ '@version': 1.1, '@vocab': 'http://v.test/' }, ...(context ? [context] : [])], '@id': 'a:1', ...rest };
  answers[title] = {};
  for (const [name, read] of Object.entries(READERS)) {
    answers[title][name] = await read(document, 'http://base.test/a/b').catch(() => 'refused');
  }
}
writeFileSync('answers.json', JSON.stringify(answers));
JS
node quads.mjs
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check PyLD==3.3.0 rdflib==7.6.0 pyoxigraph==0.5.13
cat > quads.py <<'PY'
import json
import logging
import re

import pyoxigraph
import rdflib
from pyld import jsonld

logging.disable()
BASE = "http://base.test/a/b"
SHORT = {"http://www.w3.org/2001/XMLSchema#": "xsd:", "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:", "http://v.test/": "v:"}


def by_rdflib(document):
    graph = rdflib.Dataset()
    graph.parse(data=json.dumps(document), format="json-ld", base=BASE)
    return graph.serialize(format="nquads")


def by_oxigraph(document):
    kind = pyoxigraph.RdfFormat.JSON_LD
    quads = list(pyoxigraph.parse(json.dumps(document), kind, base_iri=BASE))
    return pyoxigraph.serialize(quads, format=pyoxigraph.RdfFormat.N_QUADS).decode()


READERS = {
    "PyLD": lambda document: jsonld.to_rdf(document, {"base": BASE, "format": "application/n-quads"}),
    "rdflib": by_rdflib,
    "pyoxigraph": by_oxigraph,
}


def short(text):
    lines = []
    for line in text.strip().split("\n"):
        line = re.sub(r"\s+\.$", "", line.strip())
        line = re.sub(r"\^\^<http://www.w3.org/2001/XMLSchema#string>", "", line)
        line = re.sub(r"_:\w+", "_:x", line)
        for long, name in SHORT.items():
            line = re.sub(rf"<{re.escape(long)}([^>]*)>", rf"{name}\1", line)
        lines.append(line)
    return " . ".join(sorted(lines)) or "nothing"


with open("documents.json", encoding="utf-8") as file:
    documents = json.load(file)
with open("answers.json", encoding="utf-8") as file:
    answers = json.load(file)
for title, part in documents.items():
    context = [{"@version": 1.1, "@vocab": "http://v.test/"}]
    if "@context" in part:
        context.append(part.pop("@context"))
    for name, read in READERS.items():
        try:
            answers[title][name] = read({"@context": context, "@id": "a:1"} | part)
        except Exception:
            answers[title][name] = "refused"
    groups = {}
    for name, answer in answers[title].items():
        groups.setdefault(short(answer), []).append(name)
    for answer, names in groups.items():
        print(f"{title}, {'all' if len(names) == 5 else ', '.join(names)}: {answer}")
PY
venv/bin/python -W ignore quads.py > seen
cat > expected <<'EXPECTED'
integer, all: <a:1> v:p "5"^^xsd:integer
fraction, jsonld.js, streaming-parser, PyLD, pyoxigraph: <a:1> v:p "5.5E0"^^xsd:double
fraction, rdflib: <a:1> v:p "5.5"^^xsd:double
whole number with a point, jsonld.js, streaming-parser, PyLD, pyoxigraph: <a:1> v:p "5"^^xsd:integer
whole number with a point, rdflib: <a:1> v:p "5.0"^^xsd:double
large number, jsonld.js, streaming-parser, PyLD, pyoxigraph: <a:1> v:p "1.0E21"^^xsd:double
large number, rdflib: <a:1> v:p "1e+21"^^xsd:double
large integer, jsonld.js, streaming-parser: <a:1> v:p "9007199254740992"^^xsd:integer
large integer, PyLD, rdflib, pyoxigraph: <a:1> v:p "9007199254740993"^^xsd:integer
integer as a double, jsonld.js, streaming-parser, PyLD, pyoxigraph: <a:1> v:p "1.0E1"^^xsd:double
integer as a double, rdflib: <a:1> v:p "10"^^xsd:double
fraction as a decimal, jsonld.js, streaming-parser, PyLD, pyoxigraph: <a:1> v:p "5.5E0"^^xsd:decimal
fraction as a decimal, rdflib: <a:1> v:p "5.5"^^xsd:decimal
flag, all: <a:1> v:p "true"^^xsd:boolean
flag as a text, all: <a:1> v:p "true"
null and empty list, all: <a:1> v:q rdf:nil
language, jsonld.js, streaming-parser, PyLD, pyoxigraph: <a:1> v:p "Haus"@de-at
language, rdflib: <a:1> v:p "Haus"@DE-at
map of languages, all: <a:1> v:p "Haus"@de . <a:1> v:p "casa"
direction, jsonld.js, PyLD, rdflib: <a:1> v:p "x"@ar
direction, streaming-parser, pyoxigraph: <a:1> v:p "x"@ar--rtl
JSON literal, jsonld.js, streaming-parser, PyLD, pyoxigraph: <a:1> v:p "{\"a\":[1e+21,\"é\"],\"b\":1}"^^rdf:JSON
JSON literal, rdflib: <a:1> v:p "{\"a\":[1e+21,\"é\"],\"b\":1.0}"^^rdf:JSON
list of lists, jsonld.js, PyLD: <a:1> v:p _:x . _:x rdf:first "a" . _:x rdf:first _:x . _:x rdf:first rdf:nil . _:x rdf:rest _:x . _:x rdf:rest rdf:nil . _:x rdf:rest rdf:nil
list of lists, streaming-parser: <a:1> v:p _:x . _:x rdf:first "a" . _:x rdf:rest _:x . _:x rdf:rest _:x . _:x rdf:rest rdf:nil
list of lists, rdflib: <a:1> v:p _:x . _:x rdf:first "['a']" . _:x rdf:first "[]" . _:x rdf:rest _:x . _:x rdf:rest rdf:nil
list of lists, pyoxigraph: <a:1> v:p _:x . _:x rdf:first "a" . _:x rdf:rest rdf:nil
nested, all: <a:1> v:p "x"
included, all: <a:1> v:p "x" . <b:1> v:p "y"
reverse, all: <b:1> v:p <a:1>
index, all: <a:1> v:p <b:1> . <b:1> v:q "x"
map of names, all: <a:1> v:p <b:1> . <b:1> v:q "x"
map of types, jsonld.js, streaming-parser, PyLD, rdflib: <a:1> v:p <b:1> . <b:1> rdf:type <b:T> . <b:1> v:q "x"
map of types, pyoxigraph: refused
graph, all: <b:1> v:p "x" <a:1>
graph container, all: <a:1> v:p <b:1> . <b:2> v:q "x" <b:1>
type of a scope, all: <a:1> <b:p> "x" . <a:1> rdf:type <b:T> . <a:1> v:q _:x . _:x v:p "y"
property of a scope, all: <a:1> v:q _:x . _:x <b:p> "x" . _:x <b:p> "y" . _:x v:q _:x
scope that ends, jsonld.js, streaming-parser, PyLD, pyoxigraph: <a:1> v:q _:x . _:x <b:p> "x" . _:x v:p "y" . _:x v:r _:x
scope that ends, rdflib: <a:1> v:q _:x . _:x v:p "x" . _:x v:p "y" . _:x v:r _:x
word like a keyword, all: <a:1> v:p "x" . <a:1> v:q "y"
alias, all: <a:1> rdf:type <b:T> . <a:1> v:q <b:1>
prefix with a slash, all: <a:1> <x:b> "y"
prefix that is marked, all: <a:1> <http://x.test/ab> "y"
relative name, all: <a:1> v:q <http://base.test/c> . <a:1> v:r <http://base.test/a/b#d>
time, all: <a:1> v:p "2026-01-02T03:04:05+01:00"^^xsd:dateTime
EXPECTED
diff expected seen
echo "documents of JSON-LD become the quads that were seen"
