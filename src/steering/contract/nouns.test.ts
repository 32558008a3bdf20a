import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from '@hono/zod-openapi';
import * as access from './access.ts';
import * as awaiting from './awaiting.ts';
import * as clock from './clock.ts';
import * as coverage from './coverage.ts';
import * as delivery from './delivery.ts';
import * as events from './events.ts';
import * as faults from './faults.ts';
import * as fixtures from './fixtures.ts';
import * as health from './health.ts';
import * as journal from './journal.ts';
import * as lag from './lag.ts';
import type { Nouns } from './nouns.ts';
import type { Plain } from './plain.ts';
import * as problem from './problem.ts';
import * as quota from './quota.ts';
import * as sinks from './sinks.ts';
import * as snapshots from './snapshots.ts';
import * as stateDifference from './state-difference.ts';
import * as tokenExplanation from './token-explanation.ts';
import * as tokenRefusal from './token-refusal.ts';
import * as tokens from './tokens.ts';
import * as trace from './trace.ts';
import * as words from './words.ts';
import * as worlds from './worlds.ts';

const SCHEMAS = {
  ...access,
  ...awaiting,
  ...clock,
  ...coverage,
  ...delivery,
  ...events,
  ...faults,
  ...fixtures,
  ...health,
  ...journal,
  ...lag,
  ...problem,
  ...quota,
  ...sinks,
  ...snapshots,
  ...stateDifference,
  ...tokenExplanation,
  ...tokenRefusal,
  ...tokens,
  ...trace,
  ...words,
  ...worlds,
};

/** The type that the schema of a noun has: the schema has its name, with a small first letter. */
type SchemaType<Name extends string> =
  Uncapitalize<Name> extends infer Key extends keyof typeof SCHEMAS
    ? (typeof SCHEMAS)[Key] extends z.ZodType<infer Value>
      ? Plain<Value>
      : never
    : never;

/** True where two types are one: an optional mark, or a word of a choice, more or less makes them two. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** The nouns whose emitted interface is not the type of their schema. */
type Different = {
  [Name in keyof Nouns]: Same<Nouns[Name], SchemaType<Name>> extends true ? never : Name;
}[keyof Nouns];

/** Nouns whose schema does not have their name yet: a list that stays empty. */
type Pending = never;

test('each emitted noun is the type of its schema', () => {
  // The compiler compares them: its error names each noun that differs.
  const different: Readonly<Record<Exclude<Different, Pending>, 'differs from its schema'>> = {};
  assert.deepEqual(different, {});
  assert.equal(typeof SCHEMAS, 'object');
});
