import { bySize, casesBySize } from '../../scripts/test-size.ts';
import { expect } from '../support/test.ts';
import { type Answered, everyCall, steady, WIRES } from './every-path.ts';
import { test, type WatchedMock } from './watched-mock.ts';

/** Paths whose answers differ by process or protocol: measurements, and records of how calls were sent. */
const OF_WIRE = /\/(?:metrics|trace)$/;

/** The two protocols that differ most. */
const USUAL = ['HTTP/1.1', 'HTTP/2'];

/** The share of calls that no document has, which are refused alike: one in so many is made. */
const SHARE = casesBySize({ small: 10, usual: 5, whole: 1 });

const CALLS = everyCall().filter(({ isDocumented }, nth) => isDocumented || nth % SHARE === 0);

/** A mock with the way in which it is called. */
interface Called {
  readonly wire: string;
  readonly mock: WatchedMock;
}

/** The answers to all calls, each sent after the one before, so that every mock is in the same state at each. */
const answersOf = async ({ wire, mock: { url, token, ca } }: Called): Promise<ReadonlyMap<string, string>> => {
  const textOf = ({ status, body }: Answered): string => `${status} ${steady(body)}`;
  const base = { url, ca, headers: { authorization: `Bearer ${token}` } };
  const answers = new Map<string, string>();
  for (const call of CALLS) {
    const answered = await WIRES[wire]?.(base, call).catch((error: Error) => ({ status: 0, body: error.message }));
    if (!answered) throw new Error(`there is no way ${wire}`);
    answers.set(`${call.method} ${call.path}`, OF_WIRE.test(call.path) ? String(answered.status) : textOf(answered));
  }
  return answers;
};

/** The protocol, whether the mock passes calls on to another one that owns its worlds, and its flags. */
type Row = readonly [wire: string, place: 'alone' | 'beside an owner', ...flags: readonly string[]];

const MOCKS = bySize<readonly Row[]>({
  small: USUAL.map((wire) => [wire, 'alone']),
  usual: [...USUAL.map((wire) => [wire, 'alone'] as const), ['HTTP/2', 'beside an owner', '--tls', 'auto']],
  whole: (['alone', 'beside an owner'] as const).flatMap((place) => [
    ...Object.keys(WIRES).map((wire) => [wire, place] as const),
    ['HTTP/2', place, '--tls', 'auto'] as const,
    ['HTTP/1.1', place, '--tls', 'auto'] as const,
  ]),
});

/** A text from a little before its first difference from another. */
const fromDifference = (text: string, other: string): string => {
  const at = [...text].findIndex((character, nth) => character !== other[nth]);
  return text.slice(Math.max(0, at - 40), at + 160);
};

test('1.13, 1.15: each method on each path is answered alike over each version of HTTP, at each process, and ends nothing @mock', async ({
  watched,
  watchedBeside,
}) => {
  test.setTimeout(900_000);
  const called = await Promise.all(
    MOCKS.map(async ([wire, place, ...flags]) => {
      const mock = await (place === 'alone' ? watched : watchedBeside)(...flags);
      return { what: [wire, place, ...flags].join(' '), wire, mock };
    }),
  );
  const [first = new Map<string, string>(), ...others] = await Promise.all(called.map(answersOf));
  expect(called.map(({ mock }) => [mock.process.exitCode, mock.failures()])).toEqual(called.map(() => [null, []]));
  const unanswered = [...first].filter(([, answer]) => !/^[1-4]\d\d |^501 /.test(`${answer} `));
  expect(unanswered).toEqual([]);
  const differing = [...first].flatMap(([name, answer]) =>
    others.flatMap((answers, at) => {
      const other = answers.get(name) ?? '';
      return other === answer
        ? []
        : [
            `${name}: ${fromDifference(other, answer)} by ${called[at + 1]?.what}, not ${fromDifference(answer, other)}`,
          ];
    }),
  );
  expect(differing).toEqual([]);
});
