#!/bin/sh
# jsonapi-serializer 3.6.9, jsona 1.14.0, kitsu-core 11.1.0 and jsonapi-fractal 2.3.2 (npm), seen on 2026-11-30 with Node 20.
#
# Guess before it was run: five npm libraries make the same plain object of a JSON:API document with included resources;
# cycles and a relationship with links only differ.
# Seen: four were run. A relationship to one that is empty has the data null (JSON:API 1.1, resource linkage). kitsu-core
# makes the object `{}` of it, which is true in a condition, and jsonapi-fractal nothing, as if the document had not said it.
# jsonapi-serializer drops the identifier of an author who is not included, so the client knows neither who nor that there is
# one. A resource of the primary data can be the end of a relationship, too (compound documents): only jsona and kitsu-core
# find it there. A book that does not exist is `"data": null`, as the answer to a link of such a relationship (fetching
# resources): it ends in a TypeError in jsonapi-serializer. Meta of a resource is lost by jsonapi-fractal.
# Whom it meets: clients that show "no author" or send an object back. With a mock: let an author be null, and once not
# included.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund jsonapi-serializer@3.6.9 jsona@1.14.0 kitsu-core@11.1.0 jsonapi-fractal@2.3.2
cat > read.mjs <<'JS'
import Jsona from 'jsona';
import fractal from 'jsonapi-fractal';
import serializer from 'jsonapi-serializer';
import { deserialise } from 'kitsu-core';

const author = { type: 'people', id: '2' };
const book = (relationships, others = {}) => ({ type: 'books', id: '1', relationships, ...others });
const documents = {
  'included author': { data: book({ author: { data: author } }), included: [{ ...author, attributes: { name: 'n' } }] },
  'author not included': { data: book({ author: { data: author } }) },
  'no author, null': { data: book({ author: { data: null } }) },
  'no tags': { data: book({ tags: { data: [] } }) },
  'a link to the author': { data: book({ author: { links: { related: '/people/2' } } }) },
  'the next of the same list': {
    data: [book({ next: { data: { type: 'books', id: '3' } } }), { type: 'books', id: '3', attributes: { title: 't' } }],
  },
  'meta of the linkage': {
    data: book({ author: { data: { ...author, meta: { role: 'r' } } } }),
    included: [{ ...author, attributes: { name: 'n' } }],
  },
  'meta of the book': { data: { type: 'books', id: '1', attributes: { title: 't' }, meta: { pages: 1 } } },
  'no book': { data: null },
};
const readers = {
  'jsonapi-serializer': (document) => new serializer.Deserializer({ keyForAttribute: 'camelCase' }).deserialize(document),
  jsona: (document) => new Jsona().deserialize(document),
  'kitsu-core': (document) => deserialise(document).data,
  'jsonapi-fractal': (document) => fractal.deserialize(document),
};
for (const [name, document] of Object.entries(documents)) {
  for (const [reader, read] of Object.entries(readers)) {
    let answer;
    try {
      answer = await read(structuredClone(document));
    } catch (error) {
      answer = error.name;
    }
    console.log(`${name}: ${reader}, ${JSON.stringify(answer)}`);
  }
}
JS
node read.mjs | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a link to the author: jsona, {"type":"books","id":"1"}
a link to the author: jsonapi-fractal, {"id":"1"}
a link to the author: jsonapi-serializer, {"id":"1"}
a link to the author: kitsu-core, {"type":"books","id":"1","author":{"links":{"related":"/people/2"}}}
author not included: jsona, {"type":"books","id":"1","author":{"type":"people","id":"2"},"relationshipNames":["author"]}
author not included: jsonapi-fractal, {"id":"1","author":{"id":"2"}}
author not included: jsonapi-serializer, {"id":"1"}
author not included: kitsu-core, {"type":"books","id":"1","author":{"data":{"id":"2","type":"people"}}}
included author: jsona, {"type":"books","id":"1","author":{"type":"people","id":"2","name":"n"},"relationshipNames":["author"]}
included author: jsonapi-fractal, {"id":"1","author":{"id":"2","name":"n"}}
included author: jsonapi-serializer, {"id":"1","author":{"name":"n","id":"2"}}
included author: kitsu-core, {"type":"books","id":"1","author":{"data":{"type":"people","id":"2","name":"n"}}}
meta of the book: jsona, {"type":"books","id":"1","title":"t","meta":{"pages":1}}
meta of the book: jsonapi-fractal, {"id":"1","title":"t"}
meta of the book: jsonapi-serializer, {"title":"t","id":"1","meta":{"pages":1}}
meta of the book: kitsu-core, {"type":"books","id":"1","meta":{"pages":1},"title":"t"}
meta of the linkage: jsona, {"type":"books","id":"1","author":{"type":"people","id":"2","name":"n","resourceIdObjMeta":{"role":"r"}},"relationshipNames":["author"]}
meta of the linkage: jsonapi-fractal, {"id":"1","author":{"id":"2","name":"n"}}
meta of the linkage: jsonapi-serializer, {"id":"1","author":{"name":"n","id":"2"}}
meta of the linkage: kitsu-core, {"type":"books","id":"1","author":{"data":{"type":"people","id":"2","name":"n","meta":{"role":"r"}}}}
no author, null: jsona, {"type":"books","id":"1","author":null,"relationshipNames":["author"]}
no author, null: jsonapi-fractal, {"id":"1"}
no author, null: jsonapi-serializer, {"id":"1","author":null}
no author, null: kitsu-core, {"type":"books","id":"1","author":{}}
no book: jsona, undefined
no book: jsonapi-fractal, undefined
no book: jsonapi-serializer, "TypeError"
no book: kitsu-core, null
no tags: jsona, {"type":"books","id":"1","tags":[],"relationshipNames":["tags"]}
no tags: jsonapi-fractal, {"id":"1","tags":[]}
no tags: jsonapi-serializer, {"id":"1","tags":[]}
no tags: kitsu-core, {"type":"books","id":"1","tags":{"data":[]}}
the next of the same list: jsona, [{"type":"books","id":"1","next":{"type":"books","id":"3","title":"t"},"relationshipNames":["next"]},{"type":"books","id":"3","title":"t"}]
the next of the same list: jsonapi-fractal, [{"id":"1","next":{"id":"3"}},{"id":"3","title":"t"}]
the next of the same list: jsonapi-serializer, [{"id":"1"},{"title":"t","id":"3"}]
the next of the same list: kitsu-core, [{"type":"books","id":"1","next":{"data":{"type":"books","id":"3","title":"t"}}},{"type":"books","id":"3","title":"t"}]
EXPECTED
diff expected seen
echo "readers of JSON:API behave as they were seen"
