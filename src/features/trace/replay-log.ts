import { FlagRefusal } from '../../command/command-failure.ts';
import { z } from '../../plane/zod.contract.ts';
import { PROFILE_NAMES } from '../../schema/profile-differences.ts';
import { digestOfFixture, type ShippedFixtures } from '../../seed/load.ts';
import { formatPath } from '../compare/compare-values.ts';
import { type Reader, readLog } from './read-trace.ts';

const ran = { _place: z.int().positive(), _ran: z.iso.datetime().transform((text) => Date.parse(text)) };
/** The id of a world from its name in a trace, which has a number if an earlier world had the same. */
const world = z.string().transform((name) => name.replace(/ \(\d+\)$/, ''));
const pair = z.object({ name: z.string(), value: z.string() });

const call = z.object({
  pageref: world,
  startedDateTime: z.iso.datetime(),
  time: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(pair),
    postData: z.object({ mimeType: z.string(), text: z.string(), encoding: z.literal('base64').optional() }).optional(),
  }),
  response: z.object({
    status: z.int(),
    headers: z.array(pair),
    content: z.object({
      text: z.string().optional(),
      encoding: z.literal('base64').optional(),
      comment: z.string().optional(),
    }),
  }),
  _id: z.string(),
  _protocol: z.enum(['rest', 'grpc', 'grpc-web', 'connect']),
  _place: ran._place.optional(),
  _ran: ran._ran.optional(),
  _operation: z.string().optional(),
  _caller: z.object({ identity: z.string(), name: z.string() }).optional(),
  _grpc: z.object({ code: z.int(), message: z.string() }).optional(),
  _request: z.unknown().optional(),
  _answer: z.unknown().optional(),
  _message: z.string().optional(),
  _faults: z.array(z.unknown()).optional(),
  _largeRequest: z.unknown().optional(),
  _messagesDropped: z.literal(true).optional(),
  _open: z.literal(true).optional(),
});

const step = z.object({
  ...ran,
  kind: z.literal('control'),
  world,
  method: z.string(),
  target: z.string(),
  status: z.int(),
  body: z.unknown().optional(),
  answer: z.unknown().optional(),
});

const fixture = z.union([z.object({ name: z.string(), sha256: z.string() }), z.object({ yaml: z.string() })]);

const beginning = z.object({
  world,
  seed: z.string(),
  profile: z.enum(PROFILE_NAMES),
  clock: z.object({ mode: z.enum(['real', 'frozen', 'scaled']), scale: z.number(), begun: z.iso.datetime() }),
  fixtures: z.array(fixture).min(1).optional(),
  _ran: ran._ran,
});

const issuer = z.object({
  issuer: z.url(),
  keys: z.union([
    z.literal('any'),
    z.object({ url: z.url() }),
    z.object({ jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }) }),
  ]),
});
const principal = z.object({ account: z.string(), arn: z.string(), userId: z.string() }).partial();

const log = z.object({
  _mock: z.object({
    publicUrl: z.url(),
    seed: z.string(),
    serviceDomain: z.string(),
    profile: z.enum(PROFILE_NAMES),
    issuer: z.string().optional(),
    audiences: z.array(z.string()),
    v1Casing: z.enum(['snake', 'camel']).optional(),
    eventPrefix: z.string().optional(),
    trusted: z.array(issuer).default([]),
    trustedAws: z.array(principal).default([]),
  }),
  _began: z.array(beginning).min(1),
  entries: z.array(call),
  _steps: z.array(z.union([step, z.object({ kind: z.enum(['event', 'delivery']) })])),
  _cut: z.array(
    z.union([z.object({ world: z.string(), calls: z.int(), steps: z.int() }), z.object({ worlds: z.int() })]),
  ),
});

/** The parts of a call of a trace that are sent again and compared. */
export type ReplayCall = z.output<typeof call>;
/** A control call of a trace. */
export type ReplayStep = z.output<typeof step>;
/** The beginning of a world of a trace. */
export type ReplayBeginning = z.output<typeof beginning>;
/** The parts of a trace that a replay reads. */
export type ReplayLog = z.output<typeof log>;

/**
 * Reads a trace that can be run again here.
 * @throws FlagRefusal that names the file and the place, as `readLog` does: also if the beginning of a world is
 *   not known, or a fixture of that name is another one here
 */
export const readReplayLog = async (
  file: string,
  here: Reader & { readonly shippedFixtures: ShippedFixtures },
): Promise<ReplayLog> => {
  const { shippedFixtures } = here;
  const { success, data, error } = log.safeParse(await readLog(file, here));
  if (!success) {
    const [issue] = error.issues;
    const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
    throw new FlagRefusal(`${file}: ${formatPath(['log', ...path])}: ${issue?.message}`);
  }
  for (const [index, { world, fixtures }] of data._began.entries()) {
    const place = `${file}: log._began[${index}].fixtures`;
    if (!fixtures) throw new FlagRefusal(`${place}: the state of ${world} is of an earlier run`);
    for (const each of fixtures) {
      if (!('name' in each) || digestOfFixture(each.name, shippedFixtures) === each.sha256) continue;
      throw new FlagRefusal(`${place}: the fixture ${JSON.stringify(each.name)} is not the one that this mock has`);
    }
  }
  return data;
};
