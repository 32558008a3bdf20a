import assert from 'node:assert/strict';
import type { DescMessage, FileRegistry } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { readServed } from '../../faces/grpc/served.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { betaOf, type Operation } from '../../schema/operation.ts';
import { V1 } from '../../v1/edition.ts';
import { type Clients, openClients } from './clients.ts';
import { type CallStyle, requestOf, type Step, type WantedCall } from './generated-calls.ts';
import { grpcOutcome, type Outcome, restOutcome } from './outcome.ts';
import { protoFormOf } from './proto-form.ts';
import { restFormOf } from './rest-form.ts';
import { printed, type Wanted } from './spelled.ts';
import { Answers, type StateView, viewOf } from './state-view.ts';
import type { Twins } from './twins.ts';

/** A call as it was made, with its outcome over each face. */
export interface Made {
  readonly operation: Operation;
  readonly line: string;
  readonly rest: Outcome;
  readonly grpc: Outcome;
}

/** A call as the administrator on the current state, which may differ between the faces. */
export interface Question {
  readonly operation: string;
  readonly request: Wanted;
  /** The body over REST, in place of the request's own. */
  readonly body?: string;
  /** The `authorization` over each face. */
  readonly authorization?: { readonly rest: string; readonly grpc: string };
}

/** Makes the same calls over both faces and compares their outcomes. */
export interface Comparison {
  /** Makes one call over both faces and returns its outcomes, whether they are equal or not. */
  readonly ask: (question: Question) => Promise<Made>;
  /** Runs one sequence on two fresh states. Throws at the first difference, with all calls up to it. */
  readonly run: (steps: readonly Step[]) => Promise<readonly Made[]>;
  readonly close: () => void;
}

interface Listed {
  readonly call: WantedCall;
  readonly request: Wanted;
  readonly token: string;
}

/** The end of a text that was cut to fit into trailers, and the number of bytes up to which none is cut. */
const CUT = '…';
const NEVER_CUT = 3_000;

/** @throws AssertionError when the outcomes differ, and when an error of v1 has details (spec §9.4) */
export const demandSame = ({ operation, rest, grpc }: Made): void => {
  if (operation.edition === V1) assert.deepEqual(rest.details, []);
  if (grpc.message === rest.message || !grpc.message.endsWith(CUT)) {
    assert.deepEqual(grpc, rest);
    return;
  }
  assert.ok(encodeURIComponent(rest.message.toWellFormed()).length + JSON.stringify(rest.details).length > NEVER_CUT);
  assert.equal(grpc.code, rest.code);
  assert.deepEqual(grpc.details[0], rest.details[0]);
  assert.ok(rest.message.startsWith(grpc.message.slice(0, -1)), 'the message over gRPC is the beginning of the other');
};

/** The style of a call without anything unusual. */
export const PLAIN: CallStyle = { isSnake: false, isEscaped: false, isBeta: false, isBare: false };

/** The parts to send instead of the request's own: a body over REST, an `authorization` over gRPC. */
interface Overrides {
  readonly body?: string;
  readonly metadata?: string;
}

/** Makes one call in both worlds. */
export type Make = (
  call: Pick<WantedCall, 'bound' | 'rule' | 'style'>,
  request: Wanted,
  authorization: string | undefined,
  overrides?: Overrides,
) => Promise<Made>;

const makeOver = (clients: Clients, { profile, operations }: Twins): Make => {
  const { registry } = readServed(profile, operations);
  const descOf = (name: string | undefined): DescMessage => {
    const desc = name === undefined ? EmptySchema : (registry as FileRegistry).getMessage(name);
    if (!desc) throw new Error(`no message is named ${name}`);
    return desc;
  };
  return async ({ bound: { operation }, rule, style }, request, authorization, overrides = {}) => {
    const { isBeta, isBare } = style;
    const form = restFormOf(operation, rule, request, style);
    const target = isBeta ? form.target.replace(/^(\/\w+\/v2)\//, '$1beta1/') : form.target;
    const bytes = protoFormOf(operation.request, descOf(operation.request.name), request);
    const service = (isBeta ? betaOf(operation.service) : undefined) ?? operation.service;
    const metadata = overrides.metadata ?? (isBare ? authorization?.replace(/^Bearer (\S+)$/, '$1') : authorization);
    const [overRest, overGrpc] = await Promise.all([
      clients.rest({ ...form, target, body: overrides.body ?? form.body }, authorization),
      clients.grpc(`/${service}/${operation.method ?? operation.id}`, bytes, metadata),
    ]);
    const answers = descOf(operation.response?.name);
    return {
      operation,
      line: `${form.method} ${target} ${form.body ?? ''} (${operation.id} ${printed(request)})`,
      rest: restOutcome(overRest.status, overRest.body, answers, registry),
      grpc: grpcOutcome(overGrpc, answers, registry),
    };
  };
};

/** One sequence of calls on two fresh states, with its outcomes so far. */
class Sequence {
  readonly made: Made[] = [];
  readonly lines: string[] = [];
  readonly #twins: Twins;
  readonly #make: Make;
  readonly #lists: Listed[] = [];
  readonly #answers = new Answers();
  readonly #state: StateView;

  constructor(twins: Twins, make: Make) {
    this.#twins = twins;
    this.#make = make;
    this.#state = viewOf(twins.rest.world, twins.kernel.directory.resources, this.#answers);
  }

  /** Takes one step; a next page before any list does nothing. */
  async step(step: Step): Promise<void> {
    if (step.kind === 'wait') {
      this.lines.push(`${step.millis} ms pass`);
      this.#twins.advance(step.millis);
      return;
    }
    if (step.kind !== 'next') {
      await this.#call(step, requestOf(step, this.#state));
      return;
    }
    const list = this.#lists[step.nth % Math.max(this.#lists.length, 1)];
    if (list) await this.#call(list.call, { ...list.request, pageToken: list.token, pageSize: step.pageSize });
  }

  async #call(call: WantedCall, request: Wanted): Promise<void> {
    const authorization = await this.#authorizationOf(call);
    this.lines.push(`${call.bound.operation.id} ${printed(request)} as ${authorization}`);
    const one = await this.#make(call, request, authorization);
    this.lines[this.lines.length - 1] = `${one.line} as ${authorization} -> ${one.rest.code} ${one.rest.message}`;
    demandSame(one);
    this.made.push(one);
    this.#answers.add(one.rest.answer, call.bound.verb === 'create' ? call.bound.resource.singular : undefined);
    const token = (one.rest.answer as { nextPageToken?: string } | null)?.nextPageToken;
    if (token !== undefined && call.bound.verb === 'list') this.#lists.push({ call, request, token });
  }

  async #authorizationOf({ caller }: WantedCall): Promise<string | undefined> {
    const { strangers, admin } = this.#twins;
    if (caller.kind === 'stranger') return strangers[caller.nth % strangers.length];
    const identities = caller.kind === 'admin' ? [admin] : this.#state.uids('identity');
    const identity = identities[caller.kind === 'admin' ? 0 : caller.nth % identities.length] ?? admin;
    return `Bearer ${await this.#twins.tokenFor(identity)}`;
  }
}

/** Runs one sequence on two fresh states. Throws at the first difference, with all calls up to it. */
export const runSequence = async (twins: Twins, make: Make, steps: readonly Step[]): Promise<readonly Made[]> => {
  await twins.restart();
  const sequence = new Sequence(twins, make);
  try {
    for (const step of steps) await sequence.step(step);
    assert.deepEqual(twins.dump(twins.grpc.world), twins.dump(twins.rest.world));
    assert.deepEqual(twins.unexpected(), []);
  } catch (error) {
    const lines = sequence.lines.map((line) => line.slice(0, 2_000));
    throw new Error(`${(error as Error).message}\nafter\n${lines.join('\n')}`);
  }
  return sequence.made;
};

/** Opens clients of both worlds. */
export const compareFaces = (twins: Twins): Comparison => {
  const { operations, rest, grpc } = twins;
  const clients: Clients = openClients(rest.port, grpc.port);
  const make = makeOver(clients, twins);

  const ask: Comparison['ask'] = async ({ operation, request, body, authorization }) => {
    const bound = operations.find(({ operation: { id } }) => id === operation);
    if (!bound?.operation.http) throw new Error(`no operation is named ${operation}`);
    const call = { bound, rule: bound.operation.http, style: PLAIN };
    const { rest: known = `Bearer ${await twins.tokenFor(twins.admin)}`, grpc: metadata } = authorization ?? {};
    return make(call, request, known, omitUndefined({ body, metadata }));
  };

  return { ask, run: (steps) => runSequence(twins, make, steps), close: clients.close };
};
