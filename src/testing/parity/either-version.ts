import assert from 'node:assert/strict';
import type { DescMessage, FileRegistry } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { readServed } from '../../faces/grpc/served.ts';
import type { JsonObject } from '../../json.ts';
import type { Resource } from '../../kernel/resource.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { type Edition, V2 } from '../../schema/edition.ts';
import type { HttpRule } from '../../schema/operation.ts';
import { V1 } from '../../v1/edition.ts';
import { openClients } from './clients.ts';
import { PLAIN } from './comparison.ts';
import { listedForm } from './forms-in-v1.ts';
import { grpcOutcome, type Outcome, restOutcome } from './outcome.ts';
import { protoFormOf } from './proto-form.ts';
import { restFormOf } from './rest-form.ts';
import type { Wanted } from './spelled.ts';
import type { Twins } from './twins.ts';

/** Calls one of the worlds as its administrator, in either version. */
export interface EitherVersion {
  /** Calls over REST, or over gRPC if the operation is reached only over that. */
  readonly call: (bound: BoundOperation, request: Wanted, rule?: HttpRule) => Promise<Outcome>;
  /** One row as a version shows it; undefined if it shows none. */
  readonly inV1: (of: Resource, uid: string) => Promise<JsonObject | undefined>;
  readonly inV2: (of: Resource, uid: string) => Promise<JsonObject | undefined>;
  /** All rows as the List of a version shows them. */
  readonly allInV1: (of: Resource, request?: Wanted) => Promise<readonly JsonObject[]>;
  readonly allInV2: (of: Resource, request?: Wanted) => Promise<readonly JsonObject[]>;
  readonly close: () => void;
}

const NOT_FOUND = 5;
const MAX_PAGE = 200;

/** Opens a caller of the world that both faces serve. */
export const eitherVersion = (twins: Twins): EitherVersion => {
  const { profile, operations, grpc } = twins;
  const { registry } = readServed(profile, operations);
  const clients = openClients(grpc.port, grpc.port);
  const descOf = (name: string | undefined): DescMessage => {
    const desc = name === undefined ? EmptySchema : (registry as FileRegistry).getMessage(name);
    return desc ?? assert.fail(`no message is named ${name}`);
  };
  const call: EitherVersion['call'] = async ({ operation }, request, rule = operation.http) => {
    const authorization = `Bearer ${await twins.tokenFor(twins.admin)}`;
    const answers = descOf(operation.response?.name);
    if (operation.http && rule) {
      const { status, body } = await clients.rest(restFormOf(operation, rule, request, PLAIN), authorization);
      return restOutcome(status, body, answers, registry);
    }
    const path = `/${operation.service}/${operation.method ?? operation.id}`;
    const bytes = protoFormOf(operation.request, descOf(operation.request.name), request);
    return grpcOutcome(await clients.grpc(path, bytes, authorization), answers, registry);
  };
  const ofVerb = (of: Resource, verb: BoundOperation['verb'], edition: Edition): BoundOperation =>
    operations.find((bound) => bound.resource === of && bound.verb === verb && bound.operation.edition === edition) ??
    assert.fail(`${of.plural} have no ${verb} in ${edition.name}`);
  const read = async (bound: BoundOperation, request: Wanted): Promise<JsonObject> => {
    const { code, message, answer } = await call(bound, request);
    assert.equal(code, 0, `${bound.operation.id} ${JSON.stringify(request)}: ${message}`);
    return answer as JsonObject;
  };
  const pages = async (bound: BoundOperation, request: Wanted, key: string): Promise<readonly JsonObject[]> => {
    const { fields } = bound.operation.request;
    const isPaged = fields.has('pageToken');
    const found: JsonObject[] = [];
    let pageToken: unknown = '';
    do {
      const page = await read(bound, { ...request, ...(isPaged && { pageSize: MAX_PAGE, pageToken }) });
      found.push(...((page[key] ?? []) as readonly JsonObject[]));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return found;
  };
  return {
    call,
    inV2: async (of, uid) => {
      const { code, answer } = await call(ofVerb(of, 'get', V2), { uid });
      return code === NOT_FOUND ? undefined : ((answer ?? assert.fail(`GET of ${uid} is ${code}`)) as JsonObject);
    },
    inV1: async (of, uid) => {
      const { list, id = 'id' } = listedForm(of);
      const { items = [] } = (await read(
        ofVerb(of, 'list', V1),
        list.filters[id] === undefined ? { uidp: { ids: [uid] } } : { [id]: uid },
      )) as { readonly items?: readonly JsonObject[] };
      assert.ok(items.length < 2, `${uid} is listed twice`);
      return items[0];
    },
    allInV1: (of, request = {}) => pages(ofVerb(of, 'list', V1), request, 'items'),
    allInV2: (of, request = {}) => pages(ofVerb(of, 'list', V2), request, of.verbs.list?.key ?? of.plural),
    close: clients.close,
  };
};
