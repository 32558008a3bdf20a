import { eventTypesIn, type KnownType } from '../src/features/events/event-types.ts';
import { typeName } from '../src/features/events/recorded-event.ts';
import { SPECIFICATION } from '../src/schema/profile.ts';

const PREFIX = 'dev.chainguard.';
const PACKAGE = 'chainguard.platform.';

const code = (text: string): string => `\`${text}\``;

/** The operations that a row names: of v2, and of v1 only for a type that v2 does not emit. */
const namedIn = ({ emittedBy }: KnownType): KnownType['emittedBy'] => {
  const inV2 = emittedBy.filter(({ operation }) => !operation.includes('_'));
  return inV2.length > 0 ? inV2 : emittedBy;
};

/** The cells of each published type of events, in the order in which they are listed. */
export const eventCatalogue = (): readonly (readonly string[])[] =>
  eventTypesIn(SPECIFICATION).map((known) => {
    const named = namedIn(known);
    const bodies = [...new Set(named.flatMap(({ bodyType = [] }) => bodyType))];
    return [
      code(typeName(known.family, known.type).replace(PREFIX, '')),
      named.map(({ operation }) => operation).join(', ') || 'none',
      bodies.map((name) => code(name.replace(PACKAGE, ''))).join(', '),
      known.audience,
    ];
  });
