import type {
  Coverage,
  CoverageAnswer,
  CoverageClient,
  MetAnswer,
  PageWalks,
  UnknownPath,
} from '../../../generated/nouns.ts';
import { httpStatusOf } from '../../faces/rest/answer.ts';
import { textOrNone } from '../../json.ts';
import type { Answer } from '../../kernel/answer.ts';
import { ApiError } from '../../kernel/errors.ts';
import { InjectedFault, LostAnswer } from '../../kernel/faults.ts';
import { BROKEN_OFF, breakOffOf } from '../../kernel/transmission.ts';
import { brief } from '../../schema/field-violation.ts';
import type { Operation } from '../../schema/operation.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import { redactText } from '../journal/redacted.ts';
import type { CoverageCounts, DeclaredOperation, MetOperation } from './coverage-control.ts';
import { joinClients } from './merge.ts';
import { reportOf } from './report.ts';

/** The maximum number of different answers of one client and operation that are counted. */
const MAX_ANSWERS = 50;

/** The reason of an error: the one in its ErrorInfo, or the type of its first violated precondition (behaviour K2). */
const reasonOf = ({ code, detail: { reason, preconditions, typed } }: ApiError): string => {
  const given = typed?.find(({ type }) => type === 'google.rpc.ErrorInfo')?.value.reason;
  return typeof given === 'string' ? given : (reason ?? preconditions?.[0]?.type ?? code);
};

/** The failures of one client and operation. They are few, so that a look through all of them is the fastest. */
export class MetAnswers {
  readonly #met: (Required<MetAnswer> & { count: number })[] = [];

  /** Counts an answer; false if there are too many different ones. */
  add(status: number, error: ApiError): boolean {
    const { code } = error;
    const reason = reasonOf(error);
    for (const met of this.#met) {
      if (met.status === status && met.code === code && met.reason === reason) {
        met.count += 1;
        return true;
      }
    }
    if (this.#met.length >= MAX_ANSWERS) return false;
    this.#met.push({ status, code, reason, count: 1 });
    return true;
  }

  counts(): readonly MetAnswer[] {
    return this.#met.map(({ reason, ...met }) => ({ ...met, ...(reason !== met.code && { reason }) }));
  }
}

/** The maximum number of different requests for unknown paths that are counted. */
const MAX_PATHS = 200;
const MAX_PATH_LENGTH = 500;

/** A uid in a path, its slashes also if they are escaped. */
const UIDS = /[0-9a-f]{40}(?:(?:\/|%2f)[0-9a-f]{16})*/gi;

/** Requests for unknown operations, by client, method and path (behaviour K5). */
class UnknownPaths {
  readonly #counted = new Map<string, UnknownPath & { count: number }>();
  /** The number of requests beyond the bound. */
  dropped = 0;

  add(client: string, { method, target }: PackedEntry, { status, code }: CoverageAnswer): void {
    const [plain = ''] = target.split(/[?#]/, 1);
    const path = brief(redactText(plain.replace(UIDS, '{uid}')), MAX_PATH_LENGTH);
    const key = JSON.stringify([client, method, path, status, code]);
    const known = this.#counted.get(key);
    if (known) known.count += 1;
    else if (this.#counted.size >= MAX_PATHS) this.dropped += 1;
    else this.#counted.set(key, { client, method, path, status, code, count: 1 });
  }

  counts(): readonly UnknownPath[] {
    return [...this.#counted.values()].map((counted) => ({ ...counted }));
  }

  clear(): void {
    this.#counted.clear();
    this.dropped = 0;
  }
}

/** The maximum number of page tokens remembered of one client and operation. */
const MAX_TOKENS = 50;

interface PageToken {
  /** The number of the page that it was handed out with. */
  readonly page: number;
  /** The number of lists that got it and have not used it: lists of one moment share a token. */
  waiting: number;
  /** The token of the page that it was used for. */
  next: string;
}

/** Follows how one client walks through the pages of one List (behaviour K3). */
export class WalkTally {
  readonly #tokens = new Map<string, PageToken>();
  #lists = 0;
  #notFollowed = 0;
  #mostPages = 0;

  /** Counts a page: the token that it was asked with, and the one that it was answered with; empty for none. */
  page(asked: string, next: string): void {
    const before = asked === '' ? undefined : this.#tokens.get(asked);
    if (before) this.#follow(before, next);
    const page = (before?.page ?? 0) + 1;
    if (page > this.#mostPages) this.#mostPages = page;
    if (next === '') return;
    if (!before) this.#lists += 1;
    this.#handOut(next, page);
  }

  /** The counts; undefined if no list had more than one page. */
  counts(): PageWalks | undefined {
    if (this.#lists === 0 && this.#mostPages < 2) return undefined;
    return { lists: this.#lists, notFollowed: this.#notFollowed, mostPages: this.#mostPages };
  }

  #follow(used: PageToken, next: string): void {
    // Clients that ask for a page again do without the answer before.
    const given = used.waiting > 0 ? used : this.#tokens.get(used.next);
    used.next = next;
    if (!given || given.waiting === 0) return;
    given.waiting -= 1;
    this.#notFollowed -= 1;
  }

  #handOut(token: string, page: number): void {
    this.#notFollowed += 1;
    const known = this.#tokens.get(token);
    if (known) {
      known.waiting += 1;
      return;
    }
    if (this.#tokens.size >= MAX_TOKENS) this.#tokens.delete(this.#tokens.keys().next().value as string);
    this.#tokens.set(token, { page, waiting: 1, next: '' });
  }
}

/** The maximum number of clients counted by name. */
const MAX_CLIENTS = 100;
const MAX_NAME_LENGTH = 200;
const UNNAMED = '(unnamed)';
const OTHERS = '(other clients)';

/** The answers that one client has met of one operation. */
interface Tally {
  ok: number;
  readonly answers: MetAnswers;
  readonly faulted: MetAnswers;
  walks: WalkTally | undefined;
}

/** The token of the next page in an answer; empty if it has none. */
const nextOf = (answer: Answer): string => {
  if (answer.kind === 'page') return answer.page.nextPageToken ?? '';
  return answer.kind === 'message' ? textOrNone(answer.value.nextPageToken) : '';
};

const coverageOf = (client: string, { ok, answers, faulted, walks }: Tally): CoverageClient => {
  const walked = walks?.counts();
  return {
    client,
    answers: [...(ok > 0 ? [{ status: 200, code: 'OK', count: ok } as const] : []), ...answers.counts()],
    faulted: faulted.counts(),
    ...(walked && { walks: walked }),
  };
};

/** Counts the answers of each operation that the clients of one world meet (behaviour K1 to K6). */
export class WorldCoverage {
  readonly #declared: () => readonly DeclaredOperation[];
  readonly #all: WorldCoverage | undefined;
  readonly #tallies = new Map<Operation, Map<string | undefined, Tally>>();
  /** The displayed names of clients, by the names that they call themselves. */
  readonly #names = new Map<string | undefined, string>();
  readonly #unknown = new UnknownPaths();
  #droppedClients = 0;
  #droppedReasons = 0;

  /**
   * `declared` gives every operation that the world has; `all` counts the same exchanges, for all worlds (behaviour K12).
   */
  constructor(declared: () => readonly DeclaredOperation[], all?: WorldCoverage) {
    this.#declared = declared;
    this.#all = all;
  }

  /** Counts an exchange that has ended. It is called for each, and so allocates as little as it can. */
  readonly count = (entry: PackedEntry): void => {
    const { operation, delivered } = entry;
    if (delivered === undefined) return;
    this.#all?.count(entry);
    if (operation === undefined) {
      if (!(delivered instanceof ApiError)) return;
      const status = entry.status || httpStatusOf(delivered);
      this.#unknown.add(this.#nameOf(entry.client), entry, { status, code: delivered.code });
      return;
    }
    const tally = this.#tallyOf(operation, entry.client);
    const isFailure = delivered instanceof ApiError;
    const lost = isFailure
      ? delivered instanceof LostAnswer && delivered.how
      : delivered.transmission && breakOffOf(delivered.transmission);
    if (lost) {
      // An answer that a fault has broken off (behaviour K4).
      const reason = BROKEN_OFF[lost];
      this.#add(tally.faulted, 0, new ApiError('UNAVAILABLE', 'Unavailable: the answer is lost', { reason }));
      return;
    }
    if (isFailure) {
      this.#add(delivered instanceof InjectedFault ? tally.faulted : tally.answers, entry.status, delivered);
      return;
    }
    tally.ok += 1;
    // The request of any other operation may be packed, and is not read here.
    if (!operation.request.fields.has('pageToken')) return;
    const [asked, next] = [textOrNone(entry.incoming?.request.pageToken), nextOf(delivered)];
    if (asked === '' && next === '') return;
    tally.walks ??= new WalkTally();
    tally.walks.page(asked, next);
  };

  report(): Coverage {
    return reportOf(this.#counts());
  }

  /** Drops all that was counted. */
  clear(): void {
    this.#tallies.clear();
    this.#names.clear();
    this.#unknown.clear();
    this.#droppedClients = 0;
    this.#droppedReasons = 0;
  }

  #add(into: MetAnswers, status: number, error: ApiError): void {
    if (!into.add(status || httpStatusOf(error), error)) this.#droppedReasons += 1;
  }

  #tallyOf(operation: Operation, client: string | undefined): Tally {
    let byClient = this.#tallies.get(operation);
    if (!byClient) {
      byClient = new Map();
      this.#tallies.set(operation, byClient);
    }
    const known = byClient.get(client);
    if (known) return known;
    const name = this.#nameOf(client);
    const key = name === OTHERS ? OTHERS : client;
    const tally = byClient.get(key) ?? {
      ok: 0,
      answers: new MetAnswers(),
      faulted: new MetAnswers(),
      walks: undefined,
    };
    byClient.set(key, tally);
    return tally;
  }

  /** The name that a report has for a client; the name of all others if there are too many. */
  #nameOf(client: string | undefined): string {
    const known = this.#names.get(client);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_CLIENTS) {
      this.#droppedClients += 1;
      return OTHERS;
    }
    const name = client === undefined ? UNNAMED : brief(redactText(client), MAX_NAME_LENGTH);
    this.#names.set(client, name);
    return name;
  }

  #counts(): CoverageCounts {
    const byId = new Map<string, MetOperation>();
    for (const operation of this.#declared()) byId.set(operation.operation, { ...operation, clients: [] });
    for (const [{ id, edition }, byClient] of this.#tallies) {
      // A world of another profile may have operations that are not declared here.
      const known = byId.get(id) ?? { operation: id, version: edition.name, declared: [], clients: [] };
      const met = [...byClient].map(([client, tally]) => coverageOf(this.#names.get(client) ?? OTHERS, tally));
      byId.set(id, { ...known, clients: joinClients([...known.clients, ...met]) });
    }
    return {
      operations: [...byId.values()],
      unknownPaths: this.#unknown.counts(),
      dropped: {
        clients: this.#droppedClients,
        reasons: this.#droppedReasons,
        unknownPaths: this.#unknown.dropped,
      },
    };
  }
}
