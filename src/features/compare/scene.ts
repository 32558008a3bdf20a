import { isObject } from '../../json.ts';
import { capabilityEnumOf } from '../../schema/capability.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { type ReadAnswer, reasonOf, type Target, TargetRefusal } from './target.ts';

/** A role that the caller of a run has at a group; everywhere if there is none. */
export interface Right {
  readonly group?: string;
  /** The uid of the role. */
  readonly role?: string;
  /** The capabilities by their names, such as `repo.list`. */
  readonly capabilities: readonly string[];
}

/** The facts about a service that a run has before its cases. */
export interface Scene {
  /** The uid of the caller. */
  readonly caller: string;
  readonly rights: readonly Right[];
  /** The group below which the run works. */
  readonly group: string;
  /** The domain in the errors of the service. */
  readonly serviceDomain: string;
  /** True if rules of the target make calls fail on demand: it is a mock, and nothing of it counts. */
  readonly hasFaults: boolean;
}

const UNAUTHENTICATED = 401;
const PING = '/ping/v2/ping';
const WHO = '/auth/v1/ok';
const DEFAULT_DOMAIN = 'platform.test';

/** The JSON of an answer with a status. @throws TargetRefusal if it has none: the target is no such API */
const demandJson = (
  path: string,
  { status, failure, headers, json }: ReadAnswer,
  otherwise: string,
): Readonly<Record<string, unknown>> => {
  const what = `GET ${path}`;
  if (failure !== undefined) throw new TargetRefusal(`${what}: ${reasonOf(failure)}`);
  if (status >= 300 && status < 400) throw new TargetRefusal(`${what} answered ${status}: redirects are not followed`);
  const [type] = (headers['content-type'] ?? 'no content type').split(';', 1);
  if (!isObject(json)) throw new TargetRefusal(`${what} answered ${status} with ${type}: it is no Platform API v2`);
  if (path === WHO && status === UNAUTHENTICATED) {
    throw new TargetRefusal(`the target refuses the token: ${what} answered 401`);
  }
  if (status !== 200) throw new TargetRefusal(`${what} answered ${status}: ${otherwise}`);
  return json;
};

/** The first root that the caller can see; empty if there is none. */
const findRoot = async (target: Target): Promise<string> => {
  const { json } = await target.read('/iam/v2/groups?uidp.in_root=true&page_size=1');
  const [first] = isObject(json) && Array.isArray(json.groups) ? json.groups : [];
  return idOf(first) ?? '';
};

const capabilitiesOf = (entry: Readonly<Record<string, unknown>>): readonly string[] => {
  const { role, capabilities } = entry;
  const granted = isObject(role) && Array.isArray(role.capabilities) ? role.capabilities : [];
  const all = [...granted, ...(Array.isArray(capabilities) ? capabilities : [])].map(String);
  return all.filter((name) => capabilityEnumOf(name) !== undefined);
};

const idOf = (group: unknown): string | undefined => {
  const id = isObject(group) ? (group.id ?? group.uid) : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
};

const rightsIn = ({ capabilities }: Readonly<Record<string, unknown>>): readonly Right[] =>
  (Array.isArray(capabilities) ? capabilities.filter(isObject) : []).map((entry) => ({
    capabilities: capabilitiesOf(entry),
    ...omitUndefined({ group: idOf(entry.group), role: idOf(entry.role) }),
  }));

/**
 * Finds out what a target is, as whom it is called, and what that caller may do: by three calls that read.
 * @throws TargetRefusal for a target that is no such API, and a token that it refuses
 */
export const findScene = async (target: Target, asked: string | undefined): Promise<Scene> => {
  demandJson(PING, await target.read(PING, 'none'), 'it is no Platform API v2');
  const self = demandJson(WHO, await target.read(WHO), 'it does not say who calls');
  const caller = typeof self.subject === 'string' ? self.subject : '';
  const rights = rightsIn(self);
  const group = asked ?? rights.find((right) => right.group !== undefined)?.group ?? (await findRoot(target));
  // Without a token its error has the domain.
  const { body } = await target.read('/registry/v2/repos', 'none');
  const [, serviceDomain = DEFAULT_DOMAIN] = /"domain"\s*:\s*"registry\.([^"]+)"/.exec(body.toString()) ?? [];
  const { status, json } = await target.read('/_mock/v1/faults', 'none');
  const faults = status === 200 && isObject(json) && Array.isArray(json.faults) ? json.faults : [];
  return { caller, rights, group, serviceDomain, hasFaults: faults.length > 0 };
};

/** The capabilities that a caller has at a uid. */
export const capabilitiesAt = ({ rights }: Pick<Scene, 'rights'>, uid: string): ReadonlySet<string> =>
  new Set(
    rights.flatMap(({ group, capabilities }) =>
      group === undefined || uid === group || uid.startsWith(`${group}/`) ? capabilities : [],
    ),
  );
