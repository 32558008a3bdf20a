import assert from 'node:assert/strict';
import type { DescMessage, FileRegistry } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { buildRegistry } from '../faces/grpc/descriptors.ts';
import type { Operation } from '../schema/operation.ts';
import { betaOf } from '../schema/proto-names.ts';
import { type Clients, openClients } from './clients.ts';
import { type CallStyle, requestOf, type Step, type WantedCall } from './generated-calls.ts';
import { grpcOutcome, type Outcome, restOutcome } from './outcome.ts';
import { protoFormOf } from './proto-form.ts';
import { restFormOf } from './rest-form.ts';
import { printed, type Wanted } from './spelled.ts';
import { Answers, viewOf } from './state-view.ts';
import type { Twins } from './twins.ts';

/** A call as it was made, and what it came to over each face. */
export interface Made {
  readonly operation: Operation;
  readonly line: string;
  readonly rest: Outcome;
  readonly grpc: Outcome;
}

/** A call as the administrator on the state as it is, where the two faces need not be asked for the same. */
export interface Question {
  readonly operation: string;
  readonly request: Wanted;
  /** In place of what the request comes to over REST. */
  readonly body?: string;
  /** The `authorization` over each face. */
  readonly authorization?: { readonly rest: string; readonly grpc: string };
}

/** Makes the same calls over both faces and holds what they come to against each other. */
export interface Comparison {
  /** Makes one call over both faces and gives what came of it, alike or not. */
  readonly ask: (question: Question) => Promise<Made>;
  /** Runs one sequence on two fresh states. Throws at the first difference, with every call up to there. */
  readonly run: (steps: readonly Step[]) => Promise<readonly Made[]>;
  readonly close: () => void;
}

interface Listed {
  readonly call: WantedCall;
  readonly request: Wanted;
  readonly token: string;
}

/** What is cut on its way into trailers ends so; what takes less than this many bytes never is. */
const CUT = '…';
const NEVER_CUT = 3_000;

/** @throws AssertionError where the faces differ in what both can tell, and where v1 tells details (spec §9.4) */
export const demandSame = ({ operation, rest, grpc }: Made): void => {
  if (operation.version === 'v1') assert.deepEqual(rest.details, []);
  if (grpc.message === rest.message || !grpc.message.endsWith(CUT)) {
    assert.deepEqual(grpc, rest);
    return;
  }
  assert.ok(encodeURIComponent(rest.message.toWellFormed()).length + JSON.stringify(rest.details).length > NEVER_CUT);
  assert.equal(grpc.code, rest.code);
  assert.deepEqual(grpc.details[0], rest.details[0]);
  assert.ok(rest.message.startsWith(grpc.message.slice(0, -1)), 'the message over gRPC is the beginning of the other');
};

/** How a call is written that is to be plain. */
export const PLAIN: CallStyle = { isSnake: false, isEscaped: false, isBeta: false, isBare: false };

/** Opens clients of both worlds. */
export const compareFaces = (twins: Twins): Comparison => {
  const { kernel, rest, grpc } = twins;
  const { registry } = buildRegistry(kernel.operations.map(({ operation }) => operation));
  const clients: Clients = openClients(rest.port, grpc.port);
  const descOf = (name: string | undefined): DescMessage => {
    const desc = name === undefined ? EmptySchema : (registry as FileRegistry).getMessage(name);
    if (!desc) throw new Error(`no message is named ${name}`);
    return desc;
  };

  const make = async (
    call: Pick<WantedCall, 'bound' | 'rule' | 'style'>,
    request: Wanted,
    authorization: string | undefined,
    other: { readonly body?: string; readonly metadata?: string } = {},
  ): Promise<Made> => {
    const { bound, rule, style } = call;
    const { operation } = bound;
    const { isBeta, isBare } = style;
    const form = restFormOf(operation, rule, request, style);
    const target = isBeta ? form.target.replace(/^(\/\w+\/v2)\//, '$1beta1/') : form.target;
    const bytes = protoFormOf(operation.request, descOf(operation.request.name), request);
    const service = (isBeta ? betaOf(operation.service) : undefined) ?? operation.service;
    const metadata = other.metadata ?? (isBare ? authorization?.replace(/^Bearer (\S+)$/, '$1') : authorization);
    const [answered, told] = await Promise.all([
      clients.rest({ ...form, target, body: other.body ?? form.body }, authorization),
      clients.grpc(`/${service}/${operation.method ?? operation.id}`, bytes, metadata),
    ]);
    const answers = descOf(operation.response?.name);
    return {
      operation,
      line: `${form.method} ${target} ${form.body ?? ''} (${operation.id} ${printed(request)})`,
      rest: restOutcome(answered.status, answered.body, answers, registry),
      grpc: grpcOutcome(told, answers, registry),
    };
  };

  const run = async (steps: readonly Step[]): Promise<readonly Made[]> => {
    await twins.restart();
    const lists: Listed[] = [];
    const answers = new Answers();
    const state = viewOf(rest.world, kernel.directory.resources, answers);
    const made: Made[] = [];
    const lines: string[] = [];
    const authorizationOf = async ({ caller }: WantedCall): Promise<string | undefined> => {
      if (caller.kind === 'stranger') return twins.strangers[caller.nth % twins.strangers.length];
      const identities = caller.kind === 'admin' ? [twins.admin] : state.uids('identity');
      const identity = identities[caller.kind === 'admin' ? 0 : caller.nth % identities.length] ?? twins.admin;
      return `Bearer ${await twins.tokenFor(identity)}`;
    };
    try {
      for (const step of steps) {
        if (step.kind === 'wait') {
          lines.push(`${step.millis} ms pass`);
          twins.advance(step.millis);
          continue;
        }
        const list = step.kind === 'next' ? lists[step.nth % Math.max(lists.length, 1)] : undefined;
        if (step.kind === 'next' && !list) continue;
        const call = step.kind === 'next' ? (list as Listed).call : step;
        const request =
          step.kind === 'next'
            ? { ...(list as Listed).request, pageToken: (list as Listed).token, pageSize: step.pageSize }
            : requestOf(step, state);
        const authorization = await authorizationOf(call);
        lines.push(`${call.bound.operation.id} ${printed(request)} as ${authorization}`);
        const one = await make(call, request, authorization);
        lines[lines.length - 1] = `${one.line} as ${authorization} -> ${one.rest.code} ${one.rest.message}`;
        demandSame(one);
        made.push(one);
        answers.add(one.rest.answer, call.bound.verb === 'create' ? call.bound.resource.singular : undefined);
        const token = (one.rest.answer as { nextPageToken?: string } | null)?.nextPageToken;
        if (token !== undefined && call.bound.verb === 'list') lists.push({ call, request, token });
      }
      assert.deepEqual(twins.dump(grpc.world), twins.dump(rest.world));
      assert.deepEqual(twins.unexpected(), []);
    } catch (error) {
      throw new Error(`${(error as Error).message}\nafter\n${lines.map((line) => line.slice(0, 2_000)).join('\n')}`);
    }
    return made;
  };

  const ask: Comparison['ask'] = async ({ operation, request, body, authorization }) => {
    const bound = kernel.operations.find(({ operation: { id } }) => id === operation);
    if (!bound?.operation.http) throw new Error(`no operation is named ${operation}`);
    const call = { bound, rule: bound.operation.http, style: PLAIN };
    const { rest: known = `Bearer ${await twins.tokenFor(twins.admin)}`, grpc: metadata } = authorization ?? {};
    return make(call, request, known, {
      ...(body !== undefined && { body }),
      ...(metadata !== undefined && { metadata }),
    });
  };

  return { ask, run, close: clients.close };
};
