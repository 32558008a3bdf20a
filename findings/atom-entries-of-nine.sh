#!/bin/sh
# feedparser 6.0.14, feedparser-rs 0.7.1 (in Rust), fastfeedparser 0.6.5 and atoma 0.0.17 (PyPI), rss-parser 3.13.0,
# feedsmith 3.0.1, @rowanmanning/feed-parser 2.1.5, feedparser 2.6.0 and @extractus/feed-extractor 8.0.3 (npm), seen on
# 2026-11-30 with Python 3.11 and Node 20.
#
# Guess before it was run: the readers of Atom give the same identifiers, links, dates and titles of an entry; `xml:base` may be
# missed by small ones.
# Seen: it is, by five of nine, and on an element `link` (RFC 4287, 2) by two more; @extractus drops a relative link. A link
# without `rel` is the page (4.2.7.2): three take an attachment that stands before it. If there is `self` only, four make a page
# of it, and feedparser of PyPI and feedparser-rs of the identifier. A relation may be the address of its name: those find
# it that take any link. Titles differ most (3.1.1): in one of plain text, feedparser of npm drops what looks like a tag,
# feedparser-rs closes it, and @rowanmanning and @extractus read `&amp;` once more. A title of XHTML is missing for three, and
# an object for rss-parser. atoma refuses a feed if `content` has a media type. The date of rss-parser is the one of publication,
# even if the entry was updated. The author of a source comes before the author of the feed (4.2.1): no reader knows it, four name
# the author of the feed, and five nobody.
# Whom it meets: who reads advisories or releases as a feed. With a mock: serve one entry of each kind, and look at the links.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > make.py <<'PY'
import json

PAGE = "<link href='https://a.test/1'/>"
CASES = {
    "link, full address": PAGE,
    "link, base of the feed": "<link href='1'/>",
    "link, base of the link": "<link xml:base='https://b.test/' href='1'/>",
    "link, attachment first": f"<link rel='enclosure' href='https://a.test/2'/>{PAGE}",
    "link, self only": "<link rel='self' href='https://a.test/2'/><content>c</content>",
    "link, relation by address": "<link rel='http://www.iana.org/assignments/relation/alternate' href='https://a.test/1'/>",
    "title, text": f"<title>a &lt;b&gt; &amp;amp; c</title>{PAGE}",
    "title, html": f"<title type='html'>a &amp;lt; &lt;b&gt;c&lt;/b&gt;</title>{PAGE}",
    "title, xhtml": f"<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a <b>c</b></div></title>{PAGE}",
    "title, content elsewhere": f"<title>t</title><content type='text/html' src='https://a.test/2'/>{PAGE}",
    "date, updated later": f"<published>2025-01-02T03:04:05Z</published>{PAGE}",
    "author, of the feed": PAGE,
    "author, of the source": f"{PAGE}<source><author><name>S</name></author></source>",
}
FEED = """<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://f.test/x/">
<id>urn:x:0</id><title>f</title><updated>2026-01-01T00:00:00Z</updated><author><name>F</name></author>
<link rel="self" href="https://f.test/x/feed"/>
<entry><id>urn:x:1</id><updated>2026-02-02T03:04:05Z</updated>%s</entry>
</feed>"""
feeds = {name: FEED % (body if "<title" in body else f"<title>t</title>{body}") for name, body in CASES.items()}
json.dump(feeds, open("feeds.json", "w", encoding="utf-8"))
PY
python3 make.py
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
  feedparser==6.0.14 feedparser-rs==0.7.1 fastfeedparser==0.6.5 atoma==0.0.17
cat > read.py <<'PY'
import json

import atoma
import fastfeedparser
import feedparser
import feedparser_rs


def by_name(entry):
    fields = {name: entry.get(name) for name in ("link", "title", "author")}
    return fields | {"date": entry.get("updated")}


def of_atoma(text):
    entry = atoma.parse_atom_bytes(text.encode()).entries[0]
    link = next((link.href for link in entry.links if link.rel in (None, "alternate")), None)
    author = entry.authors[0].name if entry.authors else None
    return {"link": link, "title": entry.title and entry.title.value, "date": entry.updated.isoformat(), "author": author}


READERS = {
    "feedparser of PyPI": lambda text: by_name(feedparser.parse(text).entries[0]),
    "feedparser-rs": lambda text: by_name(feedparser_rs.parse(text).entries[0]),
    "fastfeedparser": lambda text: by_name(fastfeedparser.parse(text).entries[0]),
    "atoma": of_atoma,
}
for title, text in json.load(open("feeds.json", encoding="utf-8")).items():
    field = title.split(",")[0]
    for name, read in READERS.items():
        try:
            answer = read(text)[field] or "none"
        except (AttributeError, ValueError):
            answer = "refused"
        print(f"{title}: {name}, {answer[:10] if field == 'date' else answer}")
PY
npm install --silent --no-audit --no-fund rss-parser@3.13.0 feedsmith@3.0.1 @rowanmanning/feed-parser@2.1.5 feedparser@2.6.0 \
  @extractus/feed-extractor@8.0.3
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { extractFromXml } from '@extractus/feed-extractor';
import { parseFeed as parseByRowan } from '@rowanmanning/feed-parser';
import FeedParser from 'feedparser';
import { parseFeed } from 'feedsmith';
import RssParser from 'rss-parser';

const readers = {
  'rss-parser': async (text) => {
    const { link, title, isoDate, author } = (await new RssParser().parseString(text)).items[0];
    return { link, title, date: isoDate, author };
  },
  feedsmith: (text) => {
    const { links, title, updated, authors } = parseFeed(text).feed.entries[0];
    const link = links.find(({ rel = 'alternate' }) => rel === 'alternate')?.href;
    return { link, title: title.value, date: updated, author: authors?.[0].name };
  },
  '@rowanmanning': (text) => {
    const { url, title, updated, authors } = parseByRowan(text).items[0];
    return { link: url, title, date: updated, author: authors[0]?.name };
  },
  'feedparser of npm': async (text) => {
    const parser = Readable.from([text]).pipe(new FeedParser({}));
    for await (const { link, title, date, author } of parser) {
      return { link, title, date, author };
    }
  },
  '@extractus': (text) => {
    const { link, title, published } = extractFromXml(text).entries[0];
    return { link, title, date: published };
  },
};
for (const [title, text] of Object.entries(JSON.parse(readFileSync('feeds.json', 'utf8')))) {
  const [field] = title.split(',');
  for (const [name, read] of Object.entries(readers)) {
    const found = (await read(text))[field];
    const answer = field === 'date' ? new Date(found).toISOString().slice(0, 10) : found || 'none';
    console.log(`${title}: ${name}, ${typeof answer === 'string' ? answer : 'an object'}`);
  }
}
JS
{ venv/bin/python read.py; node read.mjs; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
author, of the feed: @extractus, none
author, of the feed: @rowanmanning, F
author, of the feed: atoma, F
author, of the feed: fastfeedparser, none
author, of the feed: feedparser of PyPI, none
author, of the feed: feedparser of npm, F
author, of the feed: feedparser-rs, F
author, of the feed: feedsmith, none
author, of the feed: rss-parser, none
author, of the source: @extractus, none
author, of the source: @rowanmanning, F
author, of the source: atoma, F
author, of the source: fastfeedparser, none
author, of the source: feedparser of PyPI, none
author, of the source: feedparser of npm, F
author, of the source: feedparser-rs, F
author, of the source: feedsmith, none
author, of the source: rss-parser, none
date, updated later: @extractus, 2026-02-02
date, updated later: @rowanmanning, 2026-02-02
date, updated later: atoma, 2026-02-02
date, updated later: fastfeedparser, 2026-02-02
date, updated later: feedparser of PyPI, 2026-02-02
date, updated later: feedparser of npm, 2026-02-02
date, updated later: feedparser-rs, 2026-02-02
date, updated later: feedsmith, 2026-02-02
date, updated later: rss-parser, 2025-01-02
link, attachment first: @extractus, https://a.test/2
link, attachment first: @rowanmanning, https://a.test/1
link, attachment first: atoma, https://a.test/1
link, attachment first: fastfeedparser, https://a.test/2
link, attachment first: feedparser of PyPI, https://a.test/1
link, attachment first: feedparser of npm, https://a.test/1
link, attachment first: feedparser-rs, https://a.test/1
link, attachment first: feedsmith, https://a.test/1
link, attachment first: rss-parser, https://a.test/2
link, base of the feed: @extractus, none
link, base of the feed: @rowanmanning, https://f.test/x/1
link, base of the feed: atoma, 1
link, base of the feed: fastfeedparser, 1
link, base of the feed: feedparser of PyPI, https://f.test/x/1
link, base of the feed: feedparser of npm, https://f.test/x/1
link, base of the feed: feedparser-rs, https://f.test/x/1
link, base of the feed: feedsmith, 1
link, base of the feed: rss-parser, 1
link, base of the link: @extractus, none
link, base of the link: @rowanmanning, https://b.test/1
link, base of the link: atoma, 1
link, base of the link: fastfeedparser, 1
link, base of the link: feedparser of PyPI, https://b.test/1
link, base of the link: feedparser of npm, https://f.test/x/1
link, base of the link: feedparser-rs, https://f.test/x/1
link, base of the link: feedsmith, 1
link, base of the link: rss-parser, 1
link, full address: @extractus, https://a.test/1
link, full address: @rowanmanning, https://a.test/1
link, full address: atoma, https://a.test/1
link, full address: fastfeedparser, https://a.test/1
link, full address: feedparser of PyPI, https://a.test/1
link, full address: feedparser of npm, https://a.test/1
link, full address: feedparser-rs, https://a.test/1
link, full address: feedsmith, https://a.test/1
link, full address: rss-parser, https://a.test/1
link, relation by address: @extractus, https://a.test/1
link, relation by address: @rowanmanning, none
link, relation by address: atoma, none
link, relation by address: fastfeedparser, https://a.test/1
link, relation by address: feedparser of PyPI, urn:x:1
link, relation by address: feedparser of npm, none
link, relation by address: feedparser-rs, urn:x:1
link, relation by address: feedsmith, none
link, relation by address: rss-parser, https://a.test/1
link, self only: @extractus, https://a.test/2
link, self only: @rowanmanning, none
link, self only: atoma, none
link, self only: fastfeedparser, https://a.test/2
link, self only: feedparser of PyPI, urn:x:1
link, self only: feedparser of npm, https://a.test/2
link, self only: feedparser-rs, urn:x:1
link, self only: feedsmith, none
link, self only: rss-parser, https://a.test/2
title, content elsewhere: @extractus, t
title, content elsewhere: @rowanmanning, t
title, content elsewhere: atoma, refused
title, content elsewhere: fastfeedparser, t
title, content elsewhere: feedparser of PyPI, t
title, content elsewhere: feedparser of npm, t
title, content elsewhere: feedparser-rs, t
title, content elsewhere: feedsmith, t
title, content elsewhere: rss-parser, t
title, html: @extractus, a < <b>c</b>
title, html: @rowanmanning, a < <b>c</b>
title, html: atoma, a &lt; <b>c</b>
title, html: fastfeedparser, a &lt; <b>c</b>
title, html: feedparser of PyPI, a &lt; <b>c</b>
title, html: feedparser of npm, a &lt; c
title, html: feedparser-rs, a &lt; <b>c</b>
title, html: feedsmith, a &lt; <b>c</b>
title, html: rss-parser, a &lt; <b>c</b>
title, text: @extractus, a <b> & c
title, text: @rowanmanning, a <b> & c
title, text: atoma, a <b> &amp; c
title, text: fastfeedparser, a <b> &amp; c
title, text: feedparser of PyPI, a <b> &amp; c
title, text: feedparser of npm, a  &amp; c
title, text: feedparser-rs, a <b> &amp; c</b>
title, text: feedsmith, a <b> &amp; c
title, text: rss-parser, a <b> &amp; c
title, xhtml: @extractus, none
title, xhtml: @rowanmanning, a c
title, xhtml: atoma, none
title, xhtml: fastfeedparser, none
title, xhtml: feedparser of PyPI, a <b>c</b>
title, xhtml: feedparser of npm, a c
title, xhtml: feedparser-rs, a <b>c</b>
title, xhtml: feedsmith, a <b>c</b>
title, xhtml: rss-parser, an object
EXPECTED
diff expected seen
echo "entries of Atom are read as they were seen"
