import type { Faker } from '@faker-js/faker';
import type { JsonObject } from '../json.ts';
import type { Directory } from '../kernel/resource.ts';
import type { Rows } from '../kernel/rows.ts';
import { ancestorsOf, TOP } from '../kernel/uid.ts';
import type { NamedField } from '../schema/field-types.ts';
import type { Kind } from './fixture-format.ts';
import { identityOf, makeUidDeriver } from './fixture-uids.ts';
import { type Maker, makerOf, pickNeededFields, sourceOf } from './generated-values.ts';
import { fillPattern } from './name-pattern.ts';
import type { Block } from './read-items.ts';

/** A generated thing, ready to be written. */
export interface Generated {
  readonly block: Block;
  /** The uid; undefined when none can be derived. */
  readonly uid: string | undefined;
  readonly place: string;
  readonly values: JsonObject;
}

/** The dependencies of generating: the source of values, and the rows to which references go. */
export interface Surroundings {
  readonly faker: Faker;
  readonly rows: Rows;
  readonly directory: Directory;
  readonly nowMillis: number;
  /** The values that a block gives to all of its things, with uids in them. */
  readonly resolve: (block: Block, place: string) => JsonObject;
}

/** True for fields that only the service sets, on things that cannot be created through the interface. */
const isSetByService = ({ behaviour, type, presence }: NamedField): boolean =>
  behaviour === 'output' && !presence && ['string', 'int32', 'uint32', 'int64', 'enum'].includes(type.kind);

/** The fields of generated things of a kind that the block does not set. */
const planFields = ({ fields, resource }: Kind, given: JsonObject): readonly NamedField[] => {
  const isReadOnly = resource.served && resource.verbs.create === undefined;
  const needed = new Set(pickNeededFields(fields));
  const isGiven = ({ name, oneof }: NamedField): boolean =>
    Object.keys(given).some((key) => key === name || (oneof !== undefined && fields.fields.get(key)?.oneof === oneof));
  return [...fields.fields.values()].filter((field) => {
    if (isGiven(field) || field.name in resource.references) return false;
    return needed.has(field) || ['name', 'description'].includes(field.name) || (isReadOnly && isSetByService(field));
  });
};

/** The plan of making one block's things, under any parent. */
class Plan {
  readonly block: Block;
  readonly below: readonly Plan[];
  readonly #makers: readonly (readonly [string, Maker])[];
  /** True if every thing is identified by a name of its own: then no two have the same. */
  readonly #isEachNamed: boolean;
  /** The number of things that were made so far, for all parents. */
  #made = 0;

  constructor(block: Block, around: Surroundings) {
    this.block = block;
    const source = sourceOf(around.faker, block.seed, around.nowMillis);
    const { resource } = block.kind;
    const { namePattern } = block;
    this.#makers = planFields(block.kind, block.values).map((field): [string, Maker] => [
      field.name,
      field.name === 'name' && namePattern !== undefined
        ? (_, ordinal) => fillPattern(namePattern, ordinal + 1)
        : makerOf(field, resource.singular, source),
    ]);
    const isByName = resource.rules.identify === undefined && !('name' in block.values);
    this.#isEachNamed = isByName && this.#makers.some(([name, make]) => name === 'name' && make === source.name);
    this.below = block.blocks.map((each) => new Plan(each, around));
  }

  *things(place: string, around: Surroundings): Generator<Generated> {
    const { block } = this;
    const { kind, count } = block;
    const given = around.resolve(block, place);
    const targets = this.#targets(given, place, around);
    const isAllMade = Object.keys(given).length === 0;
    const uidOf = makeUidDeriver(kind, place);
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
      if (!isAllMade) Object.assign(values, given);
      const identity = identityOf({ kind }, values);
      const nth = this.#isEachNamed ? 0 : (used.get(identity) ?? 0);
      if (!this.#isEachNamed) used.set(identity, nth + 1);
      const uid = uidOf(identity, nth);
      yield { block, uid, place, values };
      if (uid !== undefined) for (const plan of this.below) yield* plan.things(uid, around);
    }
  }

  /** The rows to which each reference may go: those in the same place, or above. */
  #targets(
    given: JsonObject,
    place: string,
    { rows, directory }: Surroundings,
  ): readonly (readonly [string, string[]])[] {
    const scopes = [...new Set([place, ...ancestorsOf(place), TOP])];
    return Object.entries(this.block.kind.resource.references)
      .filter(([field]) => !(field in given))
      .map(([field, { to }]): [string, string[]] => [
        field,
        scopes.flatMap((scope) => rows.childrenOf(directory.getResource(to), scope)).map(({ uid }) => uid),
      ])
      .filter(([, uids]) => uids.length > 0);
  }
}

/** Generates the things of a block: the same seed makes the same things, each before those below it. */
export const generate = (block: Block, place: string, around: Surroundings): Generator<Generated> =>
  new Plan(block, around).things(place, around);
