import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rows } from '../../kernel/rows.ts';
import { advisoryFilters, testArtifacts } from './advisory-filters.ts';
import type { AdvisoryRow } from './advisory-message.ts';

const APPROVED = 'REVIEW_STATE_APPROVED';

const ROWS: readonly AdvisoryRow[] = [
  {
    uid: 'openssl',
    artifactName: 'openssl',
    aliases: ['CVE-2026-1', 'GHSA-Zed'],
    events: [
      { createTime: '2026-01-03T00:00:00.000Z', author: 'ann', reviewState: APPROVED, fixed: {} },
      { createTime: '2026-01-01T00:00:00.000Z', author: 'bob', reviewState: APPROVED, detection: { manual: {} } },
      { createTime: '2026-01-05T00:00:00.000Z', author: 'bob', reviewer: 'eve', fixNotPlanned: { note: 'old' } },
    ],
  },
  { uid: 'libssl3', artifactName: 'libssl3', origin: 'openssl', componentName: 'Crypto' },
  {
    uid: 'curl',
    artifactName: 'curl',
    events: [
      { createTime: '2026-01-01T00:00:00.000Z', author: 'ann', reviewState: APPROVED, detection: { manual: {} } },
      { createTime: '2026-01-01T00:00:00.000Z', author: 'ann', reviewState: APPROVED, patched: {} },
    ],
  },
];

const found = (request: Readonly<Record<string, unknown>>): readonly string[] => {
  const tests = Object.entries(request).map(([name, value]) => advisoryFilters[name]?.matches(value, {} as Rows));
  return ROWS.filter((row) => [...tests, testArtifacts(request)].every((passes) => passes?.(row) ?? true)).map(
    ({ uid }) => uid,
  );
};

const CASES: readonly (readonly [request: Readonly<Record<string, unknown>>, uids: readonly string[]])[] = [
  [{ artifactNames: ['openssl', 'curl'] }, ['openssl', 'curl']],
  [{ origin: 'openssl' }, ['openssl', 'libssl3']],
  [{ origin: 'openssl', artifactNames: ['curl'] }, ['openssl', 'libssl3']],
  [{ origin: 'libssl3' }, []],
  [{ artifactNames: ['openssl', 'curl'], query: 'CURL' }, ['curl']],
  [{ query: 'ssl' }, ['openssl', 'libssl3']],
  [{ query: 'crypto' }, ['libssl3']],
  [{ query: 'ghsa-z' }, ['openssl']],
  [{ aliases: ['CVE-2026-1'] }, ['openssl']],
  [{ eventTypes: ['EVENT_TYPE_FILTER_FIX_NOT_PLANNED', 'EVENT_TYPE_FILTER_PATCHED'] }, ['openssl', 'curl']],
  [{ eventTypes: ['EVENT_TYPE_FILTER_UNSPECIFIED'] }, []],
  [{ latestEventType: 'EVENT_TYPE_FILTER_FIXED' }, ['openssl']],
  [{ latestEventType: 'EVENT_TYPE_FILTER_FIX_NOT_PLANNED' }, []],
  [{ latestEventType: 'EVENT_TYPE_FILTER_DETECTION' }, []],
  [{ latestEventType: 'EVENT_TYPE_FILTER_PATCHED' }, ['curl']],
  [{ eventReviewStates: [APPROVED] }, ['openssl', 'curl']],
  [{ eventAuthors: ['bob'] }, ['openssl']],
  [{ eventReviewers: ['eve', 'ann'] }, ['openssl']],
  [{ excludeEventAuthors: ['bob'] }, ['libssl3', 'curl']],
];

for (const [request, uids] of CASES) {
  test(`${JSON.stringify(request)} finds ${uids.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(found(request), uids));
}
