import type { EventActor, EventToEmit } from '../../../generated/nouns.ts';
import { allOperations, allResources } from '../../editions/editions.ts';
import { isObject, type JsonObject } from '../../json.ts';
import { instant } from '../../kernel/clock.ts';
import { ResourceDirectory } from '../../kernel/directory.ts';
import { draftOf, emitterOf, rowReader } from '../../kernel/emitting.ts';
import { invalid, invalidField } from '../../kernel/errors.ts';
import type { EventDraft } from '../../kernel/events.ts';
import { selectOverHttp } from '../../kernel/over-http.ts';
import type { Row, Rows } from '../../kernel/rows.ts';
import { parentOf, TOP } from '../../kernel/uid.ts';
import { Examples } from '../../openapi/examples.ts';
import { presenceIn } from '../../openapi/needs.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { V2 } from '../../schema/edition.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import type { Emitter, KnownType } from './event-types.ts';
import { type EventWorld, RecordedEvent } from './recorded-event.ts';

/** A world as events are made in it. */
export interface EmittingWorld {
  readonly world: EventWorld;
  readonly population: {
    /** The uid of a group that is given by uid or alias; undefined if there is none. */
    group(name: string): string | undefined;
    /** The first root group; empty if there is none. */
    orgId(): string;
    /** The uid of an identity that may do everything. */
    admin(): string;
  };
}

const directory = new ResourceDirectory(allResources);

/** An event before it is emitted, as `EventToEmit` has it. */
type Sample = Omit<EventToEmit, 'type'>;

let examples: Examples | undefined;

/** The event of a type that a test asks for. @throws ApiError INVALID_ARGUMENT for a group that is not there */
export const draftWanted = (
  { family, type, audience, path, registry, bodyType, emitters }: KnownType,
  { body, subject: given, group: named }: Sample,
  { population }: EmittingWorld,
  prefix = '',
): EventDraft => {
  const group = named === undefined ? population.orgId() : population.group(named);
  if (group === undefined) throw invalidField(`${prefix}group`, `there is no group ${JSON.stringify(named)}`);
  const own = body?.uid;
  const subject = given ?? (typeof own === 'string' && own !== '' ? own : group);
  const identityProvider = emitters[0]?.rule.identityProvider?.(subject);
  return {
    family,
    type,
    audience,
    path,
    subject,
    group,
    ...omitUndefined({ registry }),
    ...(identityProvider !== undefined && { identityProvider }),
    ...(body && { body: { value: body, ...(bodyType !== undefined && { type: bodyType }) } }),
  };
};

/** The fields by which a message names its row, the first that it has. */
const ABOUT = ['uid', 'id', 'identityProviderUid', 'parent', 'group'];

const draftEmitted = ({ bound, rule }: Emitter, within: EmittingWorld, rows: Rows, actor: string): EventDraft => {
  const { resource, operation, method } = bound.wraps ?? bound;
  const read = rowReader((singular) => directory.getResource(singular), rows);
  const { scopeType } = method ?? {};
  const placed = scopeType === undefined ? resource : directory.getResource(scopeType);
  const org = within.population.orgId();
  // In the first organization, or else anywhere but at the top.
  const row: Row | undefined =
    (org === '' ? undefined : rows.listWithin(placed, org)[0]) ??
    rows.listWithin(placed, TOP).find((each) => parentOf(each.uid) !== TOP);
  const uid = row?.uid;
  examples ??= new Examples(allResources, presenceIn(selectOverHttp(allOperations(), V2), { missingIsEmpty: false }));
  const all = examples;
  /** An example of a message, as the documents have it. */
  const example = (message: AnyMessage | undefined): JsonObject => {
    const named = ABOUT.find((name) => message?.fields.has(name));
    const made = message ? (all.message(message, 'answer', resource.singular) as JsonObject) : {};
    return uid === undefined || named === undefined ? made : { ...made, [named]: uid };
  };
  const stored =
    operation.response === resource.message && uid !== undefined ? read(resource.singular, uid) : undefined;
  const answer = stored ?? example(operation.response);
  const happened = { request: example(operation.request), answer, caller: actor, read };
  return draftOf(emitterOf(operation, resource, rule), happened);
};

/** An example of a type, about existing rows. @throws ApiError INVALID_ARGUMENT if the world has none for it */
export const sampleOf = (known: KnownType, within: EmittingWorld, rows: Rows, nowMillis: number): Sample => {
  const [emitter] = known.emitters;
  const subject = within.population.admin();
  const made = emitter
    ? draftEmitted(emitter, within, rows, subject)
    : known.published?.sample(rows, instant(nowMillis));
  if (!made) throw invalidField('preset', `the world has no row to make an example of ${known.type} from`);
  const { type, family, audience, path, registry } = known;
  // Rendered as the event of a call is.
  const event = new RecordedEvent(
    within.world,
    0,
    { family, type, audience, path, ...omitUndefined({ registry }), ...made },
    { timeMillis: nowMillis },
  );
  const { body } = event.render();
  return {
    subject: made.subject,
    ...(made.group !== '' && { group: made.group }),
    ...(body !== undefined && { body: body as JsonObject }),
    ...(subject !== '' && { actor: { subject } }),
  };
};

const NUMBER = /^\d{1,4}$/;

/** The value with another one at a path; undefined if the path leads through a value without members. */
const replaceAt = (value: unknown, [step, ...rest]: readonly string[], by: unknown): unknown => {
  if (step === undefined) return by;
  if (Array.isArray(value)) {
    const at = NUMBER.test(step) ? Number(step) : -1;
    if (at < 0 || at > value.length) return undefined;
    const item = replaceAt(value[at], rest, by);
    return item === undefined ? undefined : [...value.slice(0, at), item, ...value.slice(at + 1)];
  }
  if (value !== undefined && !isObject(value)) return undefined;
  const item = replaceAt(value?.[step], rest, by);
  return item === undefined ? undefined : { ...value, [step]: item };
};

const PARTS: ReadonlySet<string> = new Set(['subject', 'group', 'body', 'actor']);

const isText = (value: unknown): boolean => typeof value === 'string';

/** The checks of the parts of an event. */
const CHECKS: readonly (readonly [part: keyof Sample, holds: (value: unknown) => boolean, what: string])[] = [
  ['subject', isText, 'must be a text'],
  ['group', isText, 'must be the uid or the alias of a group'],
  ['body', isObject, 'must be an object'],
  ['actor', (value) => isObject(value) && isText(value.subject), 'must be an object with a subject'],
];

/**
 * The example with new values of its parts, by their paths.
 * @throws ApiError INVALID_ARGUMENT with each path that leads nowhere
 */
export const withOverrides = (sample: Sample, overrides: JsonObject): Sample & { readonly actor?: EventActor } => {
  let made: JsonObject = { ...sample };
  const found: { field: string; description: string }[] = [];
  for (const [path, by] of Object.entries(overrides)) {
    const steps = path.split('.');
    const next = PARTS.has(steps[0] ?? '') && by !== undefined ? replaceAt(made, steps, by) : undefined;
    if (isObject(next)) made = next;
    else found.push({ field: `overrides.${path}`, description: 'must be a path below subject, group, body or actor' });
  }
  for (const [part, holds, what] of CHECKS) {
    if (made[part] !== undefined && !holds(made[part])) found.push({ field: `overrides.${part}`, description: what });
  }
  if (found.length > 0) throw invalid(found);
  return made as Sample;
};
