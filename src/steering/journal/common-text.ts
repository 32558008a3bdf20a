import type { Access, Grant } from '../../kernel/access.ts';
import type { Caller } from '../../kernel/context.ts';
import { type Capability, everyCapability } from '../../schema/capability.ts';
import type { KeptEntry } from './kept-entry.ts';
import type { KeptHead } from './kept-heads.ts';
import type { Conditions } from './past-state.ts';

/** The capabilities of a grant: a bit for each in their order, where the release has as many. */
export interface GrantText extends Omit<Grant, 'capabilities'> {
  readonly bits: string;
}

interface CallerText extends Omit<Caller, 'limits'> {
  readonly limits?: readonly (readonly GrantText[])[];
}

/** What thousands of entries have in common; null in a head for a value that is of one entry. */
export interface CommonText {
  readonly conditions: Conditions | undefined;
  readonly caller?: CallerText | undefined;
  readonly grants?: readonly GrantText[] | undefined;
  readonly shared?: readonly (string | null)[] | undefined;
}

const capabilities = [...everyCapability];

const bitsOf = new WeakMap<ReadonlySet<Capability>, string>();

/** One character for each capability of this release. */
const textOfCapabilities = (held: ReadonlySet<Capability>): string => {
  const known = bitsOf.get(held);
  if (known !== undefined) return known;
  const text = capabilities.map((capability) => (held.has(capability) ? '1' : '0')).join('');
  bitsOf.set(held, text);
  return text;
};

export const textOfGrants = (grants: readonly Grant[]): readonly GrantText[] =>
  grants.map(({ capabilities: held, ...grant }) => ({ ...grant, bits: textOfCapabilities(held) }));

/** Grants as they were written; none where that was done by a release with other capabilities. */
export const grantsIn = (grants: readonly GrantText[]): readonly Grant[] =>
  grants.flatMap(({ bits, ...grant }) =>
    bits.length === capabilities.length
      ? [{ ...grant, capabilities: new Set(capabilities.filter((_, nth) => bits[nth] === '1')) }]
      : [],
  );

const textOfCaller = ({ limits, ...caller }: Caller): CallerText => ({
  ...caller,
  ...(limits && { limits: limits.map(textOfGrants) }),
});

export const callerIn = ({ limits, ...caller }: CallerText): Caller => ({
  ...caller,
  ...(limits && { limits: limits.map(grantsIn) }),
});

/** Makes the text of a thing once, which is the same object in thousands of entries. */
const rememberText = <T extends object>(textOf: (of: T) => unknown): ((of: T) => string) => {
  const known = new WeakMap<T, string>();
  return (of) => {
    let text = known.get(of);
    if (text === undefined) {
      text = JSON.stringify(textOf(of));
      known.set(of, text);
    }
    return text;
  };
};

const conditionsText = rememberText((conditions: object) => conditions);
const callerText = rememberText(textOfCaller);
const grantsText = rememberText(textOfGrants);
const headText = rememberText((shared: KeptHead['shared']) => shared.map((each) => each ?? null));

/** The parts of an entry that thousands have in common. */
type CommonParts = readonly [
  conditions: KeptEntry['conditions'],
  caller: Caller | undefined,
  access: Access | undefined,
  shared: KeptHead['shared'] | undefined,
];

const textOfCommon = ([conditions, caller, access, shared]: CommonParts): string => {
  const parts: readonly (readonly [name: keyof CommonText, text: string | undefined])[] = [
    ['conditions', conditions && conditionsText(conditions)],
    ['caller', caller && callerText(caller)],
    ['grants', access?.grants && grantsText(access.grants)],
    ['shared', shared && headText(shared)],
  ];
  return `{${parts.flatMap(([name, text]) => (text === undefined ? [] : [`"${name}":${text}`])).join(',')}}`;
};

/** Writes what entries have in common with others: most often that is what the one before has, too. */
export class CommonTexts {
  #last: CommonParts = [undefined, undefined, undefined, undefined];
  #lastText = '{}';

  write({ conditions, caller, access, head }: KeptEntry): string {
    const parts: CommonParts = [conditions, caller, access, head?.shared];
    if (parts.some((part, nth) => part !== this.#last[nth])) {
      this.#last = parts;
      this.#lastText = textOfCommon(parts);
    }
    return this.#lastText;
  }
}
