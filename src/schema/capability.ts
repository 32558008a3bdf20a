import capabilities from './capabilities.json' with { type: 'json' };
import { enumType, type FieldType, text } from './field-types.ts';

/** A capability by the name that roles use, such as `repo.list`. */
export type Capability = string;

interface CapabilityFact {
  readonly enum: string;
  readonly n: number;
  readonly name: Capability;
  readonly bit: number;
  readonly internal?: boolean;
}

const facts: readonly CapabilityFact[] = capabilities;

/** The capability enum of v2 messages: `CAP_…` names with their numbers. */
export const CapabilityEnum = enumType(
  'chainguard.capabilities.Capability',
  'Something that an identity may do.',
  Object.fromEntries(facts.map(({ enum: name, n }) => [name, n])) as Readonly<Record<string, number>>,
);

/** The name of a capability, as in roles of v1. */
export const capabilityName = (): FieldType<string> => ({
  ...text((given) => everyCapability.has(given), 'must be a capability', { enum: [...everyCapability] }),
  names: 'capability',
});

const byEnum = new Map(facts.map((fact) => [fact.enum, fact]));
const byName = new Map(facts.map((fact) => [fact.name, fact]));

/** `CAP_REPO_LIST` → `repo.list`; undefined for an unknown name. */
export const capabilityOf = (enumName: string): Capability | undefined => byEnum.get(enumName)?.name;

/** `repo.list` → `CAP_REPO_LIST`; undefined for an unknown name. */
export const capabilityEnumOf = (capability: Capability): string | undefined => byName.get(capability)?.enum;

const byBit = new Map(facts.filter(({ n }) => n !== 0).map(({ bit, name }) => [bit, name]));

/** The position of a capability in a set of bits (clients §6.3); undefined for an unknown name. */
export const bitOf = (capability: Capability): number | undefined => byName.get(capability)?.bit;

/** The capability at a position in a set of bits; undefined for an unused position. */
export const capabilityAt = (bit: number): Capability | undefined => byBit.get(bit);

/** True for a capability that only the service's own staff may grant. */
export const isInternal = (capability: Capability): boolean => byName.get(capability)?.internal ?? false;

/** Every capability, without the zero value. */
export const everyCapability: ReadonlySet<Capability> = new Set(
  facts.filter(({ n }) => n !== 0).map(({ name }) => name),
);
