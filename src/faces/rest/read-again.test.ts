import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry, ReadAgain } from '../../kernel/hooks.ts';
import { MemoryStore } from '../../store/memory.ts';
import { ADMIN, kernel, openSpecimenWorld } from '../../testing/specimen-world.ts';
import { groups, shelves } from '../../testing/specimens.ts';
import { RestFace } from './face.ts';

const ROOT = 'a'.repeat(40);
const SHELF = `${ROOT}/${'1'.repeat(16)}`;
const SHELVES = '/registry/v2/shelves';

const { world, put } = await openSpecimenWorld(new MemoryStore());
const TIMES = { createTime: '2026-01-01T00:00:00.000Z', updateTime: '2026-01-01T00:00:00.000Z' };
await put(groups, { uid: ROOT, name: 'root', ...TIMES });
await put(shelves, { uid: SHELF, name: 'a', size: 1, code: 'c', secret: 's', ...TIMES });
const face = new RestFace(kernel, (error) => assert.fail(String(error)));

interface Asked {
  readonly body?: string;
  readonly contentType?: string;
  readonly methodOverride?: string;
}

const READ: readonly (readonly [method: string, target: string, asked: Asked, isReadAgain: boolean])[] = [
  ['GET', `${SHELVES}/${SHELF}`, {}, true],
  ['HEAD', `${SHELVES}/${SHELF}`, {}, true],
  ['GET', `${SHELVES}/${SHELF.replace('/', '%2F')}`, {}, true],
  ['GET', `${SHELVES}?uidp.descendants_of=${ROOT}&page_size=5&unknown=%C3%A4`, {}, true],
  ['POST', `${SHELVES}/${ROOT}`, { body: '{"name":"b","note":"ä"}', contentType: 'application/json' }, true],
  ['PATCH', `${SHELVES}/${SHELF}`, { body: '{"note":"n"}' }, true],
  ['PATCH', `${SHELVES}/${SHELF}?updateMask=note`, { body: '{"note":"", "other": 1}' }, true],
  [
    'POST',
    `${SHELVES}/${SHELF}`,
    { body: '', contentType: 'application/x-www-form-urlencoded', methodOverride: 'GET' },
    false,
  ],
];

for (const [method, target, asked, isReadAgain] of READ) {
  test(`behaviour J2: the journal has what was read of ${method} ${target} ${asked.body ?? ''}`, async () => {
    let readAgain: ReadAgain | undefined;
    const received = { method, target };
    const entry: JournalEntry = {
      id: 1,
      isOpen: true,
      get journalEntry() {
        return entry;
      },
      operation: undefined,
      body: undefined,
      isJson: false,
      caller: undefined,
      incoming: undefined,
      access: undefined,
      changes: undefined,
      handled: undefined,
      faults: undefined,
      allow: undefined,
      need: () => undefined,
      noteRun: () => undefined,
      noteWrite: () => undefined,
      end: (_delivered, _answer, _status, reader) => {
        readAgain = reader;
      },
    };
    const answer = await face.handle(
      {
        method,
        target,
        contentType: asked.contentType,
        methodOverride: asked.methodOverride,
        authorization: ADMIN,
        body: async () => Buffer.from(asked.body ?? ''),
      },
      { ...world, recorder: { begin: () => entry } },
    );
    assert.equal(answer.status, 200);
    assert.ok(entry.incoming);
    assert.equal(readAgain !== undefined, isReadAgain);
    if (readAgain) assert.deepEqual(readAgain({ ...received, body: entry.body }), entry.incoming);
  });
}
