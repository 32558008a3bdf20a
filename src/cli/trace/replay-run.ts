import { frameMessage } from '../../faces/grpc/message-frames.ts';
import { isTextType } from '../../faces/grpc/web.ts';
import { Caller, type SentAnswer } from '../../features/compare/caller.ts';
import { differencesOf } from '../../features/compare/compare-values.ts';
import { wholeMessage } from '../../features/compare/whole-message.ts';
import { AnswerComparer } from '../../features/trace/compare-answer.ts';
import { operationOf } from '../../features/trace/grpc-answer.ts';
import type { ReplayBeginning, ReplayCall, ReplayLog, ReplayStep } from '../../features/trace/replay-log.ts';
import { nameSecrets, SecretValues } from '../../features/trace/secret-values.ts';
import { isObject } from '../../json.ts';
import { DEFAULT_WORLD, WORLD_HEADER } from '../../kernel/call-scope.ts';
import type { Clock } from '../../kernel/clock.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import { encodeProto } from '../../schema/encode-proto.ts';
import type { RunningMock } from '../../server/mock/running-mock.ts';
import { sealAnew } from '../../store/snapshot-text.ts';
import type { Outcome } from './replay-report.ts';

/** The clock of the machine as a trace has it: it stands at the reading that it was fed with. */
export class ReplayClock implements Clock {
  #millis: number;
  /** The machine's own reading since which it runs. */
  #ranSince: number | undefined;

  constructor(millis: number) {
    this.#millis = millis;
  }

  now(): number {
    return this.#ranSince === undefined ? this.#millis : this.#millis + Date.now() - this.#ranSince;
  }

  /** Stands at a reading from now on, in milliseconds since the epoch. */
  feed(millis: number): void {
    this.#millis = millis;
  }

  /** Runs on from its reading as the machine's clock does. */
  run(): void {
    this.#ranSince = Date.now();
  }
}

const skipped = (reason: string): Outcome => ({ kind: 'skipped', reason });

const HAS_MARK = /\[secret (\d+)\]/;
/** The life of tokens that are made for callers, as long as the life of a world's own. */
const TOKEN_LIFE = '87600h';
/** The end of a header that was too long for the journal. */
const CUT = '…';
const DEADLINE_EXCEEDED = 4;
/** The answer to a control call for which the process had no room: for a world, or on the disk. */
const OVER_LIMIT = 429;
/** Control calls that wait for others, and change nothing. */
const WAITS = /:await(?:\?|$)/;
const MAKES_WORLD = /\/(?:worlds|snapshots\/([^/?]+):fork)(?:\?|$)/;

/** The key of a token that was made in a world in the place of a secret. */
const keyOf = (number: string, world: string): string => `${number} ${world}`;

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The media type of snapshots. */
const SNAPSHOT_TYPE = 'application/x-ndjson';
/** The media types of bodies that are texts, by the path. */
const TYPES_OF_TEXTS: Readonly<Record<string, string>> = {
  fixtures: 'application/yaml',
  'snapshots:restore': SNAPSHOT_TYPE,
};

/** The reason not to send a call to a world that is not there. */
const OF_UNMADE = 'in a world that was made from a call that is not in the trace';

/** The id of the call from whose state a world is made. */
const callIn = (body: unknown): string | undefined =>
  isObject(body) ? /^journal:(.*)$/.exec(String(body.from))?.[1] : undefined;

/** Sends the calls of a trace to a mock again, each with the reading of the clock with which it ran. */
export class ReplayRun {
  readonly #clock: ReplayClock;
  readonly #caller: Caller;
  readonly #secrets = new SecretValues();
  readonly #comparer: AnswerComparer;
  /** Tokens that were made for callers, by the number of the secret and the world. */
  readonly #made = new Map<string, string>();
  /** The number of calls sent to each world, which is the id of the last in its journal, and the ids that calls have now. */
  readonly #sent = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  /** The worlds that were made from a call which the trace does not have. */
  readonly #unmade = new Set<string>();

  constructor(mock: RunningMock, clock: ReplayClock, log: ReplayLog) {
    this.#clock = clock;
    this.#caller = new Caller(mock.localUrl);
    this.#comparer = new AnswerComparer(log._mock, this.#secrets);
  }

  /** Makes a world as it began; returns why it could not be made. */
  async begin({ world, seed, profile, clock, fixtures = [], _ran: ran }: ReplayBeginning): Promise<string | undefined> {
    const { mode, scale, begun: now } = clock;
    const [fixture] = fixtures;
    const from = !fixture || 'name' in fixture ? `fixture:${fixture?.name ?? 'default'}` : 'fixture:recorded';
    const text = fixture && 'yaml' in fixture ? { fixture: fixture.yaml } : {};
    const begun = { mode, now, ...(mode === 'scaled' && { scale }) };
    this.#clock.feed(ran);
    const { status, body } = await this.#steer(DEFAULT_WORLD, 'POST', '/worlds', {
      name: world,
      from,
      ...text,
      seed,
      profile,
      clock: begun,
    });
    return status === 200 ? undefined : body.toString();
  }

  /** Makes a control call again, and compares its status. */
  async step({ world, method, target, body, answer, status, _ran: ran }: ReplayStep): Promise<Outcome> {
    if (WAITS.test(target)) return skipped('');
    // The digest of a body that was too large to record.
    if (isObject(body) && 'bytes' in body && 'sha256' in body)
      return skipped('control calls with a body that was not stored');
    if (status === OVER_LIMIT) return skipped('control calls over a limit of that process');
    this.#clock.feed(ran);
    const path = target.slice(CONTROL_PREFIX.length);
    const made = MAKES_WORLD.exec(path);
    const { id, createTime } = (answer ?? {}) as { readonly id?: string; readonly createTime?: string };
    let given = body;
    let to = path;
    if (this.#unmade.has(world)) return skipped(OF_UNMADE);
    if (method === 'POST' && made && status === 200 && id !== undefined) {
      if (!this.#knowsCall(world, body)) {
        this.#unmade.add(id);
        return skipped('worlds made from a call that is not in the trace');
      }
      // Named as it was: its id may have been made by chance, and is in its tokens and cursors.
      const from = made[1] === undefined ? {} : { from: `snapshot:${decodeURIComponent(made[1])}` };
      given = this.#mapIds(world, { ...(body as object | undefined), ...from, name: id });
      to = '/worlds';
      if (createTime) this.#clock.feed(Date.parse(createTime));
      this.#sent.delete(id);
    }
    const sent = await this.#steer(world, method, to, given);
    // The rest of the answer is compared only to learn its secrets.
    if (answer !== undefined) this.#learn(answer, sent.body.toString());
    const differences = differencesOf({ status }, { status: sent.status });
    return { kind: 'compared', differences };
  }

  /** Sends a call again, and compares its answer; skips one that cannot be sent as it was. */
  async call(call: ReplayCall): Promise<Outcome> {
    const { _place: place, _ran: ran, response, _grpc: end } = call;
    if (place === undefined || ran === undefined || call._open) return skipped('had not ended');
    if (this.#unmade.has(call.pageref)) return skipped(OF_UNMADE);
    if (call._largeRequest !== undefined || call._messagesDropped) return skipped('with a request that was not stored');
    if (call.request.headers.some(({ value }) => value.endsWith(CUT))) return skipped('with a header that was cut');
    this.#clock.feed(ran);
    const headers = await this.#headersOf(call);
    if (!headers) return skipped('with a token of another issuer');
    const body = this.#bodyOf(call);
    if (!body) return skipped('with a message that was not read');
    const { method, url } = call.request;
    // The path and the query, as they were sent.
    const target = /^[a-z]+:\/\/[^/?]*(.*)$/i.exec(url)?.[1] ?? url;
    const request = { method, target: this.#fill(call, target, encodeURIComponent), headers, body };
    const isGrpc = call._protocol === 'grpc';
    this.#count(call);
    const answer = await (isGrpc ? this.#caller.overGrpc(request) : this.#caller.overHttp(request));
    if (response.status === 0) return skipped('broken off');
    if (end?.code === DEADLINE_EXCEEDED) return skipped('whose time was up');
    if (response.content.comment !== undefined) return skipped('with an answer that was cut');
    return { kind: 'compared', differences: this.#comparer.differences(call, answer) };
  }

  /** Ends its connections. */
  close(): void {
    this.#caller.close();
  }

  #count({ pageref, _id: id }: ReplayCall): void {
    const count = (this.#sent.get(pageref) ?? 0) + 1;
    this.#sent.set(pageref, count);
    this.#ids.set(`${pageref} ${id}`, count);
  }

  /** False for the body of a world that is made from a call of the journal which the trace does not have. */
  #knowsCall(world: string, body: unknown): boolean {
    const id = callIn(body);
    return id === undefined || this.#ids.has(`${world} ${id}`);
  }

  /** A body that may name a call of the journal, with the id that the call has now. */
  #mapIds(world: string, body: Readonly<Record<string, unknown>>): object {
    const id = callIn(body);
    return id === undefined ? body : { ...body, from: `journal:${this.#ids.get(`${world} ${id}`) ?? id}` };
  }

  #learn(recorded: unknown, text: string): void {
    try {
      differencesOf(recorded, JSON.parse(text), (one, other) => this.#comparer.areSame(one, other));
    } catch {
      // An answer without JSON has nothing to learn.
    }
  }

  #steer(world: string, method: string, path: string, body: unknown): Promise<SentAnswer> {
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const type = typeof body === 'string' ? TYPES_OF_TEXTS[path.slice(1).split('?', 1)[0] ?? ''] : undefined;
    // A secret that is not known is named: YAML has no plain word for its number.
    const filled = nameSecrets(this.#secrets.fill(text, typeof body === 'string' ? undefined : escapeJson));
    return this.#caller.overHttp({
      method,
      target: this.#secrets.fill(`${CONTROL_PREFIX}${path}`, encodeURIComponent),
      headers: [
        ...(text === '' ? [] : [['content-type', type ?? 'application/json'] as const]),
        ...(world === DEFAULT_WORLD ? [] : [[WORLD_HEADER, world] as const]),
      ],
      body: Buffer.from(type === SNAPSHOT_TYPE ? sealAnew(filled) : filled),
    });
  }

  /** The headers of a call with its secrets; undefined if its token is not of this mock. */
  async #headersOf(call: ReplayCall): Promise<readonly (readonly [string, string])[] | undefined> {
    const headers: (readonly [string, string])[] = [];
    for (const { name, value } of call.request.headers) {
      const [, number] = HAS_MARK.exec(value) ?? [];
      if (name.toLowerCase() !== 'authorization' || number === undefined) {
        headers.push([name, this.#fill(call, value)]);
        continue;
      }
      const token = this.#secrets.valueOf(number) ?? (await this.#tokenFor(number, call));
      if (token === undefined) return undefined;
      headers.push([name, value.replace(HAS_MARK, () => token)]);
    }
    return headers;
  }

  /** A text of a call with the values of its secrets, as far as they are known. */
  #fill({ pageref: world }: ReplayCall, text: string, escapeIn?: (value: string) => string): string {
    return this.#secrets.fill(text, escapeIn, (number) => this.#made.get(keyOf(number, world)));
  }

  /** A token for a caller whose own token is in no answer. */
  async #tokenFor(number: string, { pageref: world, _caller: caller }: ReplayCall): Promise<string | undefined> {
    const known = this.#made.get(keyOf(number, world));
    if (known !== undefined || !caller) return known;
    const { status, body } = await this.#steer(world, 'POST', '/tokens', {
      identity: caller.identity,
      ttl: TOKEN_LIFE,
    });
    if (status !== 200) return undefined;
    const { token } = JSON.parse(body.toString()) as { readonly token: string };
    this.#made.set(keyOf(number, world), token);
    return token;
  }

  /** The body of a call; undefined if it cannot be sent as it was. */
  #bodyOf(call: ReplayCall): Buffer | undefined {
    const { postData } = call.request;
    if (call._message !== undefined) return Buffer.from(call._message, 'base64');
    if (!postData) return Buffer.alloc(0);
    const { mimeType, text, encoding } = postData;
    // The body was omitted, since its bytes had a secret.
    if (call._protocol === 'grpc' || (text === '' && !(call._protocol === 'connect' && /json/.test(mimeType)))) {
      const message = this.#messageOf(call, /json/.test(mimeType));
      if (!message || call._protocol !== 'grpc-web') return message;
      const frame = frameMessage(message);
      return isTextType(mimeType) ? Buffer.from(frame.toString('base64')) : frame;
    }
    return encoding === 'base64' ? Buffer.from(text, 'base64') : Buffer.from(this.#fill(call, text, escapeJson));
  }

  /** The message of a call over gRPC, as it was read. */
  #messageOf(call: ReplayCall, isJson: boolean): Buffer | undefined {
    const { _operation: id, _request: request } = call;
    const operation = operationOf(id);
    if (!operation || typeof request !== 'object' || request === null) return undefined;
    const text = this.#fill(call, JSON.stringify(request), escapeJson);
    const message = isJson ? Buffer.from(text) : encodeProto(wholeMessage(operation.request), JSON.parse(text), true);
    return Buffer.from(message);
  }
}
