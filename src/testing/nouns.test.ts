import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { OpenAPIHono, type z } from '@hono/zod-openapi';
import { parse } from 'yaml';
import type { Nouns } from '../../generated/nouns.ts';
import * as access from '../features/access/access.contract.ts';
import * as tokenExplanation from '../features/access/token-explanation.contract.ts';
import * as clock from '../features/clock/clock.contract.ts';
import * as coverage from '../features/coverage/coverage.contract.ts';
import * as delivery from '../features/delivery/delivery.contract.ts';
import * as sinks from '../features/delivery/sinks.contract.ts';
import * as events from '../features/events/events.contract.ts';
import * as faults from '../features/faults/faults.contract.ts';
import * as journal from '../features/journal/journal.contract.ts';
import * as lag from '../features/lag/lag.contract.ts';
import * as quota from '../features/quota/quota.contract.ts';
import * as snapshots from '../features/snapshots/snapshots.contract.ts';
import * as stateDifference from '../features/snapshots/state-difference.contract.ts';
import * as tokenRefusal from '../features/tokens/token-refusal.contract.ts';
import * as tokens from '../features/tokens/tokens.contract.ts';
import * as trace from '../features/trace/trace.contract.ts';
import { capital } from '../kernel/resource.ts';
import * as awaiting from '../plane/awaiting.contract.ts';
import * as problem from '../plane/problem.contract.ts';
import type { Plain } from '../plane/serve.ts';
import * as words from '../plane/words.contract.ts';
import * as fixtures from '../world/fixtures.contract.ts';
import * as health from '../world/health.contract.ts';
import * as worlds from '../world/worlds.contract.ts';

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

/** True if two types are one: an optional mark, or a word of a choice, more or less makes them two. */
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

test('each noun of the control document has its own description, and not that of a property which refers to it', () => {
  const path = new URL('../../openapi-control.yaml', import.meta.url);
  const { components } = parse(readFileSync(path, 'utf8')) as {
    readonly components: { readonly schemas: Readonly<Record<string, { readonly description?: string }>> };
  };
  const own = Object.entries(SCHEMAS).flatMap(([key, schema]) => {
    const name = capital(key);
    if (!(name in components.schemas)) return [];
    const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
    openAPIRegistry.register(name, schema as z.ZodType);
    const { components: alone } = getOpenAPI31Document({ openapi: '3.1.0', info: { title: '', version: '' } });
    return [[name, alone?.schemas?.[name]?.description]];
  });
  assert.ok(own.length > 100);
  const described = own.map(([name = '']) => [name, components.schemas[name]?.description]);
  assert.deepEqual(described, own);
});
