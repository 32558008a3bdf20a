#!/bin/sh
# pypi-simple 1.8.0, mousebender 2025.1, unearth 0.19.0 and simple-repository 0.11.1 (PyPI), seen on 2026-11-30 with
# Python 3.11.
#
# Guess before it was run: four readers of a project page of the simple API find the same files, hashes, requirements and
# reasons for which a file is yanked; relative links with a base may differ.
# Seen: mousebender and simple-repository leave a link relative, and do not say what the base is (PEP 503 has HTML 5). Other
# things differ, too. `data-yanked` may have no value (PEP 592): for unearth the file is not yanked then, but is if the value is
# empty. simple-repository encodes an address once more, of HTML and of JSON: `p-1%2Bx` of a local version becomes `p-1%252Bx`,
# and `?` becomes `%3F`; the page that it writes then leads the other three to an address that the server does not have. It
# has no file if the name stands in `<code>`, and keeps blanks around a name. Of the attribute before PEP 714, mousebender reads
# both forms, and unearth that of HTML; nobody has to.
# Whom it meets: who serves an index of Python packages by a proxy. With a mock: seed a version with `+`, and fetch it by both.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
  pypi-simple==1.8.0 mousebender==2025.1 unearth==0.19.0 simple-repository==0.11.1
cat > read.py <<'PY'
import json
import warnings

warnings.simplefilter("ignore")

from mousebender import simple
from pypi_simple import ProjectPage
from simple_repository import parser
from simple_repository.serializer import SerializerHtmlV1
from unearth.collector import IndexPage, parse_html_page, parse_json_response
from unearth.link import Link

ADDRESS = "https://i.test/simple/p/"
HTML = {
    "plain": '<a href="https://f.test/p-1.zip#sha256=aa" data-requires-python="&gt;=3.8">p-1.zip</a>',
    "base": '<a href="p-1.zip">p-1.zip</a>',
    "yanked": '<a href="p-1.zip" data-yanked="a &amp; b">p-1.zip</a>',
    "yanked, empty": '<a href="p-1.zip" data-yanked="">p-1.zip</a>',
    "yanked, no value": '<a href="p-1.zip" data-yanked>p-1.zip</a>',
    "local version": '<a href="p-1%2Bx.zip">p-1+x.zip</a>',
    "query": '<a href="p-1.zip?x=1#sha256=aa">p-1.zip</a>',
    "code": '<a href="p-1.zip"><code>p-1.zip</code></a>',
    "blanks": '<a href="p-1.zip">\n p-1.zip\n</a>',
    "metadata": '<a href="p-1.zip" data-core-metadata="sha256=cc">p-1.zip</a>',
    "metadata, old": '<a href="p-1.zip" data-dist-info-metadata="sha256=cc">p-1.zip</a>',
}
JSON = {
    "yanked": {"yanked": True},
    "local version": {"filename": "p-1+x.zip", "url": "p-1%2Bx.zip"},
    "query": {"url": "p-1.zip?x=1"},
    "metadata": {"core-metadata": {"sha256": "cc"}},
    "metadata, old": {"dist-info-metadata": {"sha256": "cc"}},
}


def text(name, url, requires, yanked, hashes, metadata):
    parts = [name, str(url).split("#sha")[0], requires, yanked, hashes, metadata]
    return json.dumps([None if part in (False, {}) else part for part in parts])


def by_pypi_simple(page, kind):
    if kind == "html":
        read = ProjectPage.from_html("p", page, ADDRESS)
    else:
        read = ProjectPage.from_json_data(json.loads(page), ADDRESS)
    for one in read.packages:
        yanked = one.is_yanked and (one.yanked_reason or True)
        yield text(one.filename, one.url, one.requires_python, yanked, one.digests, one.metadata_digests)


def by_mousebender(page, kind):
    for one in simple.parse_project_details(page, f"application/vnd.pypi.simple.v1+{kind}", "p")["files"]:
        metadata = one.get("core-metadata", one.get("dist-info-metadata"))
        yield text(one["filename"], one["url"], one.get("requires-python"), one.get("yanked"), one["hashes"], metadata)


def by_unearth(page, kind):
    parse = parse_html_page if kind == "html" else parse_json_response
    for one in parse(IndexPage(Link(ADDRESS), page.encode(), "utf-8", kind)):
        yanked = one.is_yanked and (one.yank_reason or True)
        hashes = {one.hash_name: one.hash} if one.hash_name else one.hashes
        yield text(one.filename, one.normalized, one.requires_python, yanked, hashes, one.dist_info_metadata)


def by_simple_repository(page, kind):
    read = parser.parse_html_project_page(page, "p") if kind == "html" else parser.parse_json_project_page(page)
    for one in read.files:
        yield text(one.filename, one.url, one.requires_python, one.yanked, one.hashes, one.dist_info_metadata)


READERS = [by_pypi_simple, by_mousebender, by_unearth, by_simple_repository]
for title, link in HTML.items():
    head = '<meta name="pypi:repository-version" content="1.1"><title>p</title>'
    head = f'<base href="https://b.test/">{head}' if title == "base" else head
    page = f"<!DOCTYPE html><html><head>{head}</head><body>{link}</body></html>"
    for read in READERS:
        print(f"HTML, {title}: {read.__name__},", next(read(page, "html"), "none"))
for title, fields in JSON.items():
    file = {"filename": "p-1.zip", "url": "p-1.zip", "hashes": {}, "size": 1} | fields
    page = json.dumps({"meta": {"api-version": "1.1"}, "name": "p", "versions": ["1"], "files": [file]})
    for read in READERS:
        print(f"JSON, {title}: {read.__name__},", next(read(page, "json")))
    if title in ("local version", "query"):
        written = SerializerHtmlV1().serialize_project_page(parser.parse_json_project_page(page))
        for read in READERS[:3]:
            print(f"JSON, {title}, written: {read.__name__},", next(read(written, "html")))
PY
venv/bin/python read.py > seen
cat > expected <<'EXPECTED'
HTML, plain: by_pypi_simple, ["p-1.zip", "https://f.test/p-1.zip", ">=3.8", null, {"sha256": "aa"}, null]
HTML, plain: by_mousebender, ["p-1.zip", "https://f.test/p-1.zip", ">=3.8", null, {"sha256": "aa"}, null]
HTML, plain: by_unearth, ["p-1.zip", "https://f.test/p-1.zip", ">=3.8", null, {"sha256": "aa"}, null]
HTML, plain: by_simple_repository, ["p-1.zip", "https://f.test/p-1.zip", ">=3.8", null, {"sha256": "aa"}, null]
HTML, base: by_pypi_simple, ["p-1.zip", "https://b.test/p-1.zip", null, null, null, null]
HTML, base: by_mousebender, ["p-1.zip", "p-1.zip", null, null, null, null]
HTML, base: by_unearth, ["p-1.zip", "https://b.test/p-1.zip", null, null, null, null]
HTML, base: by_simple_repository, ["p-1.zip", "p-1.zip", null, null, null, null]
HTML, yanked: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, "a & b", null, null]
HTML, yanked: by_mousebender, ["p-1.zip", "p-1.zip", null, "a & b", null, null]
HTML, yanked: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, "a & b", null, null]
HTML, yanked: by_simple_repository, ["p-1.zip", "p-1.zip", null, "a & b", null, null]
HTML, yanked, empty: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, true, null, null]
HTML, yanked, empty: by_mousebender, ["p-1.zip", "p-1.zip", null, true, null, null]
HTML, yanked, empty: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, true, null, null]
HTML, yanked, empty: by_simple_repository, ["p-1.zip", "p-1.zip", null, true, null, null]
HTML, yanked, no value: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, true, null, null]
HTML, yanked, no value: by_mousebender, ["p-1.zip", "p-1.zip", null, true, null, null]
HTML, yanked, no value: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, null]
HTML, yanked, no value: by_simple_repository, ["p-1.zip", "p-1.zip", null, true, null, null]
HTML, local version: by_pypi_simple, ["p-1+x.zip", "https://i.test/simple/p/p-1%2Bx.zip", null, null, null, null]
HTML, local version: by_mousebender, ["p-1+x.zip", "p-1%2Bx.zip", null, null, null, null]
HTML, local version: by_unearth, ["p-1+x.zip", "https://i.test/simple/p/p-1%2Bx.zip", null, null, null, null]
HTML, local version: by_simple_repository, ["p-1+x.zip", "p-1%252Bx.zip", null, null, null, null]
HTML, query: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip?x=1", null, null, {"sha256": "aa"}, null]
HTML, query: by_mousebender, ["p-1.zip", "p-1.zip?x=1", null, null, {"sha256": "aa"}, null]
HTML, query: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip?x=1", null, null, {"sha256": "aa"}, null]
HTML, query: by_simple_repository, ["p-1.zip", "p-1.zip%3Fx%3D1", null, null, {"sha256": "aa"}, null]
HTML, code: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, null]
HTML, code: by_mousebender, ["p-1.zip", "p-1.zip", null, null, null, null]
HTML, code: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, null]
HTML, code: by_simple_repository, none
HTML, blanks: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, null]
HTML, blanks: by_mousebender, ["p-1.zip", "p-1.zip", null, null, null, null]
HTML, blanks: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, null]
HTML, blanks: by_simple_repository, ["\n p-1.zip\n", "p-1.zip", null, null, null, null]
HTML, metadata: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, {"sha256": "cc"}]
HTML, metadata: by_mousebender, ["p-1.zip", "p-1.zip", null, null, null, {"sha256": "cc"}]
HTML, metadata: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, {"sha256": "cc"}]
HTML, metadata: by_simple_repository, ["p-1.zip", "p-1.zip", null, null, null, {"sha256": "cc"}]
HTML, metadata, old: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, null]
HTML, metadata, old: by_mousebender, ["p-1.zip", "p-1.zip", null, null, null, {"sha256": "cc"}]
HTML, metadata, old: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, {"sha256": "cc"}]
HTML, metadata, old: by_simple_repository, ["p-1.zip", "p-1.zip", null, null, null, null]
JSON, yanked: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, true, null, null]
JSON, yanked: by_mousebender, ["p-1.zip", "p-1.zip", null, true, null, null]
JSON, yanked: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, true, null, null]
JSON, yanked: by_simple_repository, ["p-1.zip", "p-1.zip", null, true, null, null]
JSON, local version: by_pypi_simple, ["p-1+x.zip", "https://i.test/simple/p/p-1%2Bx.zip", null, null, null, null]
JSON, local version: by_mousebender, ["p-1+x.zip", "p-1%2Bx.zip", null, null, null, null]
JSON, local version: by_unearth, ["p-1+x.zip", "https://i.test/simple/p/p-1%2Bx.zip", null, null, null, null]
JSON, local version: by_simple_repository, ["p-1+x.zip", "p-1%252Bx.zip", null, null, null, null]
JSON, local version, written: by_pypi_simple, ["p-1+x.zip", "https://i.test/simple/p/p-1%252Bx.zip", null, null, null, null]
JSON, local version, written: by_mousebender, ["p-1%2Bx.zip", "p-1%252Bx.zip", null, null, null, null]
JSON, local version, written: by_unearth, ["p-1%2Bx.zip", "https://i.test/simple/p/p-1%252Bx.zip", null, null, null, null]
JSON, query: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip?x=1", null, null, null, null]
JSON, query: by_mousebender, ["p-1.zip", "p-1.zip?x=1", null, null, null, null]
JSON, query: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip?x=1", null, null, null, null]
JSON, query: by_simple_repository, ["p-1.zip", "p-1.zip%3Fx%3D1", null, null, null, null]
JSON, query, written: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip%3Fx%3D1", null, null, null, null]
JSON, query, written: by_mousebender, ["p-1.zip?x=1", "p-1.zip%3Fx%3D1", null, null, null, null]
JSON, query, written: by_unearth, ["p-1.zip?x=1", "https://i.test/simple/p/p-1.zip%3Fx%3D1", null, null, null, null]
JSON, metadata: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, {"sha256": "cc"}]
JSON, metadata: by_mousebender, ["p-1.zip", "p-1.zip", null, null, null, {"sha256": "cc"}]
JSON, metadata: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, {"sha256": "cc"}]
JSON, metadata: by_simple_repository, ["p-1.zip", "p-1.zip", null, null, null, {"sha256": "cc"}]
JSON, metadata, old: by_pypi_simple, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, null]
JSON, metadata, old: by_mousebender, ["p-1.zip", "p-1.zip", null, null, null, {"sha256": "cc"}]
JSON, metadata, old: by_unearth, ["p-1.zip", "https://i.test/simple/p/p-1.zip", null, null, null, null]
JSON, metadata, old: by_simple_repository, ["p-1.zip", "p-1.zip", null, null, null, null]
EXPECTED
diff expected seen
echo "pages of the simple API are read as they were seen"
