import { ok } from './answer.ts';
import type { Api } from './api.ts';
import type { Face } from './faces.ts';
import { steer } from './mock.ts';

/** A kind of answer. */
export interface Kind {
  readonly status: number;
  readonly code: string;
}

/** The number of times that a kind of answer was met. */
export interface Counted extends Kind {
  readonly reason?: string;
  readonly count: number;
}

/** The answers of an operation that a client has met. */
export interface Client {
  readonly client: string;
  readonly answers: readonly Counted[];
  readonly faulted: readonly Counted[];
  readonly walks?: Readonly<Record<'lists' | 'notFollowed' | 'mostPages', number>>;
}

/** An operation with what was met of it. */
export interface Operation {
  readonly operation: string;
  readonly version: string;
  readonly replacedBy?: string | null;
  readonly declared: readonly Kind[];
  readonly clients: readonly Client[];
  readonly neverHandled: readonly Kind[];
}

/** The coverage of a world. */
export interface Report {
  readonly versions: readonly Readonly<Record<string, number | string>>[];
  readonly operations: readonly Operation[];
  readonly unknownPaths: readonly (Counted & Readonly<Record<'client' | 'method' | 'path', string>>)[];
  readonly dropped: Readonly<Record<string, number>>;
}

/** Reads the coverage of a world. */
export const coverage = async (world: Api, query = ''): Promise<Report> =>
  ok(await steer(world, 'GET', `coverage${query}`)) as unknown as Report;

/** The part of a report about an operation. */
export const operationIn = ({ operations: all }: Report, id: string): Operation => {
  const found = all.find(({ operation }) => operation === id);
  if (!found) throw new Error(`the report has no ${id}`);
  return found;
};

/** The answers of one operation that were met, by client. */
export const met = async (world: Api, id: string): Promise<readonly Client[]> =>
  operationIn(await coverage(world), id).clients;

/** The face, for a client of a name. */
export const named = (face: Face, client: string): Face => face.with({ cgclientid: client });

/** The answer of a call that succeeds. */
export const OK = { status: 200, code: 'OK' } as const;
/** The uid of nobody. */
export const NOBODY = `${'0'.repeat(40)}`;
