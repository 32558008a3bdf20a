import type { Faker } from '@faker-js/faker';
import type { Directory } from '../kernel/directory.ts';
import type { Rows } from '../kernel/rows.ts';
import { ancestorsOf, TOP } from '../kernel/uid.ts';
import type { NamedField } from '../schema/field-types.ts';
import type { Kind } from './fixture-format.ts';
import { derivedUid, identityOf } from './fixture-uids.ts';
import { type Maker, makerOf, neededFields, sourceOf } from './generated-values.ts';
import type { Block } from './read-items.ts';
import type { Given } from './read-value.ts';

type Values = Readonly<Record<string, unknown>>;

/** A generated thing, ready to be written. */
export interface Generated {
  readonly block: Block;
  /** Undefined for a thing that has nothing to be called by. */
  readonly uid: string | undefined;
  readonly place: string;
  readonly values: Values;
}

/** What blocks are filled with, and where the rows are that they refer to. */
export interface Surroundings {
  readonly faker: Faker;
  readonly rows: Rows;
  readonly directory: Directory;
  readonly nowMillis: number;
  /** The values that a block gives to all of its things, with uids in them. */
  readonly resolve: (given: Given, place: string) => Values;
}

/** What only the service sets, on things that nobody can create through the interface. */
const isShown = ({ behaviour, type, presence }: NamedField): boolean =>
  behaviour === 'output' && !presence && ['string', 'int32', 'uint32', 'int64', 'enum'].includes(type.kind);

/** The fields that generated things of a kind have without being told. */
const plannedFields = ({ fields, resource }: Kind, given: Values): readonly NamedField[] => {
  const isReadOnly = resource.served && resource.verbs.create === undefined;
  const needed = new Set(neededFields(fields));
  const isGiven = ({ name, oneof }: NamedField): boolean =>
    Object.keys(given).some((key) => key === name || (oneof !== undefined && fields.fields.get(key)?.oneof === oneof));
  return [...fields.fields.values()].filter((field) => {
    if (isGiven(field) || field.name in resource.references) return false;
    return needed.has(field) || ['name', 'description'].includes(field.name) || (isReadOnly && isShown(field));
  });
};

/** How the things of one block are made, wherever they go. */
class Plan {
  readonly block: Block;
  readonly below: readonly Plan[];
  readonly #makers: readonly (readonly [string, Maker])[];
  /** How many were made so far, for all parents. */
  #made = 0;

  constructor(block: Block, around: Surroundings) {
    this.block = block;
    const source = sourceOf(around.faker, block.seed, around.nowMillis);
    const { resource } = block.kind;
    this.#makers = plannedFields(block.kind, block.values).map((field) => [
      field.name,
      makerOf(field, resource.singular, source),
    ]);
    this.below = block.blocks.map((each) => new Plan(each, around));
  }

  *things(place: string, around: Surroundings): Generator<Generated> {
    const { block } = this;
    const { kind, count } = block;
    const given = around.resolve(block, place);
    const targets = this.#targets(given, place, around);
    const used = new Map<string, number>();
    for (let ordinal = 0; ordinal < count; ordinal += 1) {
      const index = this.#made;
      this.#made += 1;
      const values: Record<string, unknown> = {};
      for (const [name, make] of this.#makers) values[name] = make(index, ordinal);
      let step = ordinal;
      for (const [field, uids] of targets) {
        values[field] = uids[step % uids.length];
        step = Math.floor(step / uids.length);
      }
      Object.assign(values, given);
      const identity = identityOf({ kind }, values);
      const nth = used.get(identity) ?? 0;
      used.set(identity, nth + 1);
      const uid = derivedUid(kind, place, identity, nth);
      yield { block, uid, place, values };
      if (uid !== undefined) for (const plan of this.below) yield* plan.things(uid, around);
    }
  }

  /** The rows that each reference may mean: those that live where the thing does, or above. */
  #targets(given: Values, place: string, { rows, directory }: Surroundings): readonly (readonly [string, string[]])[] {
    const scopes = [...new Set([place, ...ancestorsOf(place), TOP])];
    return Object.entries(this.block.kind.resource.references)
      .filter(([field]) => !(field in given))
      .map(([field, { to }]): [string, string[]] => [
        field,
        scopes.flatMap((scope) => rows.childrenOf(directory.named(to), scope)).map(({ uid }) => uid),
      ])
      .filter(([, uids]) => uids.length > 0);
  }
}

/** Fills a block: the same seed gives the same things, each before what lies below it. */
export const generate = (block: Block, place: string, around: Surroundings): Generator<Generated> =>
  new Plan(block, around).things(place, around);
