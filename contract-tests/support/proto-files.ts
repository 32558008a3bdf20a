import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf, { type Method, type Service, type Type } from 'protobufjs';

/** The HTTP rule of a method: the value of `google.api.http`. */
export interface HttpRule {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/** A method of a service of the emitted files. */
export interface ProtoMethod {
  /** `<package>.<Service>/<Method>`. */
  readonly name: string;
  readonly service: string;
  readonly request: Type;
  readonly response: Type;
  /** Reading it throws for a method that is reached over gRPC only. */
  readonly http: HttpRule;
}

const FOLDER = fileURLToPath(new URL('../../proto', import.meta.url));
const GOOGLE = dirname(createRequire(import.meta.url).resolve('google-proto-files/package.json'));
const VERBS = ['get', 'post', 'patch', 'put', 'delete'] as const;

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.proto'));

const load = (): protobuf.Root => {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) =>
    [FOLDER, GOOGLE].map((folder) => join(folder, target)).find(existsSync) ?? target;
  root.loadSync([...files, 'google/rpc/status.proto', 'google/rpc/error_details.proto'], { keepCase: true });
  root.resolveAll();
  return root;
};

/** Everything that the emitted files declare, and what errors carry, as a reader of only these files sees it. */
const root = load();

/** A message of the files by its full name. */
export const typeOf = (name: string): Type => root.lookupType(name);

/** Every message under a name of `from`, itself included; of the emitted files unless given. */
export const typesUnder = (name: string, from: protobuf.Root = root): readonly Type[] => {
  const inside = (space: protobuf.NamespaceBase): readonly Type[] =>
    space.nestedArray.flatMap((nested) => {
      const own = nested instanceof protobuf.Type ? [nested] : [];
      return nested instanceof protobuf.Namespace ? [...own, ...inside(nested)] : own;
    });
  const space = from.lookup(name);
  return space instanceof protobuf.Namespace ? inside(space) : [];
};

const bare = (name: string): string => name.replace(/^\./, '');

const ruleOf = (method: Method): HttpRule => {
  const options = (method.parsedOptions ?? []) as readonly Readonly<Record<string, unknown>>[];
  const rule = options.find((option) => '(google.api.http)' in option)?.['(google.api.http)'] as
    | Readonly<Record<string, string>>
    | undefined;
  const verb = VERBS.find((name) => rule?.[name] !== undefined);
  if (!rule || !verb) throw new Error(`${method.fullName} has no google.api.http`);
  return { method: verb.toUpperCase(), path: rule[verb] ?? '', body: rule.body };
};

const servicesIn = (space: protobuf.NamespaceBase): readonly Service[] =>
  space.nestedArray.flatMap((nested) => {
    if (nested instanceof protobuf.Service) return nested;
    return nested instanceof protobuf.Namespace ? servicesIn(nested) : [];
  });

/** Every method that the files declare. */
export const protoMethods: readonly ProtoMethod[] = servicesIn(root)
  .filter(({ fullName }) => !fullName.startsWith('.google.'))
  .flatMap((service) =>
    service.methodsArray.map((method) => ({
      name: `${bare(service.fullName)}/${method.name}`,
      service: bare(service.fullName),
      request: method.resolvedRequestType as Type,
      response: method.resolvedResponseType as Type,
      get http() {
        return ruleOf(method);
      },
    })),
  );

/** The full names of the services that the files declare. */
export const protoServices: readonly string[] = [...new Set(protoMethods.map(({ service }) => service))];

/** The name of a service or method of v2 under v2beta1 (behaviour B5). */
export const betaName = (name: string): string => name.replace('.v2.', '.v2beta1.');

const byName = new Map(protoMethods.flatMap((method) => [method.name, betaName(method.name)].map((n) => [n, method])));
const operationOf = ({ name }: ProtoMethod): string => name.split('/')[1] ?? '';

const methodsCalled = (name: string): readonly ProtoMethod[] => {
  const called = protoMethods.filter((method) => operationOf(method) === name);
  const inV2 = called.filter(({ service }) => service.includes('.v2.'));
  return inV2.length > 0 ? inV2 : called;
};

/**
 * A method by its full name, of any version, or by its operation's id, where v2 comes before v1.
 * @throws Error when the files have none, or several
 */
export const protoMethod = (name: string): ProtoMethod => {
  const named = byName.get(name);
  const [found, another] = named ? [named] : methodsCalled(name);
  if (!found || another) throw new Error(`the files have ${found ? 'several methods' : 'no method'} ${name}`);
  return found;
};
