import type { EventType } from '../../../generated/nouns.ts';
import { describedOperations } from '../../editions/editions.ts';
import type { EventDraft, PublishedEvent } from '../../kernel/events.ts';
import { operationsIn } from '../../kernel/profile-operations.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { namesOf } from '../../plane/operation-names.ts';
import { publishedEvents } from '../../resources/index.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { V2 } from '../../schema/edition.ts';
import { groupBy } from '../../schema/group-by.ts';
import { describeUnknownValue } from '../../schema/nearest-name.ts';
import type { EventRule } from '../../schema/operation.ts';
import { makePerProfile, type Profile } from '../../schema/profile.ts';
import { typeName } from './recorded-event.ts';

/** An operation that has a type as its own event. */
export interface Emitter {
  readonly bound: BoundOperation;
  readonly rule: EventRule;
}

/** A published type, with the operations that emit it. */
export interface KnownType extends Pick<EventDraft, 'family' | 'type' | 'audience' | 'path' | 'registry'> {
  /** The full name of the message of its body. */
  readonly bodyType?: string;
  /** The operations, in the order of their descriptions; none for a type that no operation has as its own. */
  readonly emitters: readonly Emitter[];
  readonly published?: PublishedEvent;
  readonly emittedBy: EventType['emittedBy'];
}

const nameOf = ({ operation }: BoundOperation): string => namesOf(operation).at(-1) ?? operation.id;

/** The message of the body: an operation that wraps another emits the events of that one, unless the profile has its own. */
const bodyTypeOf = ({ bound: { operation, wraps }, rule }: Emitter, { eventsOfV1 }: Profile): string | undefined => {
  if (rule.body === 'none') return undefined;
  if (eventsOfV1 === 'own' && operation.edition !== V2) return (operation.response ?? operation.request).name;
  const { request, response } = wraps?.operation ?? operation;
  return (rule.body?.message ?? response ?? request).name;
};

const typeOfEmitters = (emitters: readonly [Emitter, ...Emitter[]], profile: Profile): KnownType => {
  const [{ rule, bound }] = emitters;
  const bodyType = bodyTypeOf(emitters[0], profile);
  const { resource } = bound;
  return {
    family: 'api',
    type: rule.type,
    audience: rule.audience,
    emitters,
    path: `/${resource.domain}/v2/${rule.collection ?? resource.plural}`,
    emittedBy: emitters.map((emitter) =>
      omitUndefined({ operation: nameOf(emitter.bound), bodyType: bodyTypeOf(emitter, profile) }),
    ),
    ...(bodyType !== undefined && { bodyType }),
  };
};

/** The types that the operations of a profile emit, in their order, then the other published types. */
export const eventTypesIn = makePerProfile((profile): readonly KnownType[] => {
  const emitters = operationsIn(profile, describedOperations()).flatMap((bound) =>
    bound.operation.event ? [{ bound, rule: bound.operation.event }] : [],
  );
  const byType = groupBy(emitters, ({ rule }) => rule.type);
  const besides = publishedEvents.map((published): KnownType => {
    const emittedBy = emitters
      .filter(({ rule }) => rule.also?.includes(published.type))
      .map(({ bound }) => ({ operation: nameOf(bound) }));
    return { ...published, emitters: [], published, emittedBy };
  });
  return [...[...byType.values()].map((each) => typeOfEmitters(each, profile)), ...besides];
});

const VERSION = /\.v\d+$/;

/** A type that is not published, as a test emits it. */
export const ownType = (type: string): KnownType => ({
  family: 'own',
  type,
  audience: 'customer',
  path: '',
  emitters: [],
  emittedBy: [],
});

/** Finds types by their names. */
export class EventTypes {
  readonly all: readonly KnownType[];
  readonly #prefix: string | undefined;
  readonly #isOwn: (name: string) => boolean;

  /** `isOwn` is true for a type that is not published, but of which there are events. */
  constructor(all: readonly KnownType[], prefix: string | undefined, isOwn: (name: string) => boolean = () => false) {
    this.all = all;
    this.#prefix = prefix;
    this.#isOwn = isOwn;
  }

  fullNameOf({ family, type }: Pick<KnownType, 'family' | 'type'>): string {
    return typeName(family, type, this.#prefix);
  }

  /** The types as the control plane lists them. */
  listTypes(): readonly EventType[] {
    return this.all.map((known) => ({
      type: this.fullNameOf(known),
      audience: known.audience,
      emittedBy: known.emittedBy,
      ...(known.published && { description: known.published.description }),
    }));
  }

  /** The type of a name: whole, without the prefix, or its last words; the reason unless exactly one type has it. */
  findByName(name: string): KnownType | { readonly reason: string } {
    const exact = this.all.find((known) => name === known.type || name === this.fullNameOf(known));
    if (exact) return exact;
    if (this.#isOwn(name)) return ownType(name);
    // The last words of a type name it: `repo.created` of `platform.registry.repo.created.v1`.
    const isMeant = ({ type }: KnownType): boolean =>
      [type, type.replace(VERSION, '')].some((each) => `.${each}`.endsWith(`.${name}`));
    const found = name === '' ? [] : this.all.filter(isMeant);
    const [only] = found;
    if (only && found.length === 1) return only;
    const names = found.map(({ type }) => type).join(', ');
    return { reason: only ? `${JSON.stringify(name)} is the end of several types: ${names}` : this.#reason(name) };
  }

  #reason(name: string): string {
    const types = this.all.map(({ type }) => type);
    const ends = types.map((type) => type.replace(VERSION, '').split('.').slice(-2).join('.'));
    const isWhole = name.split('.').length > 3;
    const known = isWhole ? [...this.all.map((each) => this.fullNameOf(each)), ...types] : [...ends, ...types];
    return describeUnknownValue(name, known);
  }
}
