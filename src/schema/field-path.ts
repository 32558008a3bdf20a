import type { AnyMessage, NamedField } from './field-types.ts';
import type { Operation } from './operation.ts';

/** One step of a path. `field` is the named field: missing for an index, for a key of a map and for an unknown name. */
export interface PathStep {
  /** The step as the path has it, with its index: `requests[1]`. */
  readonly text: string;
  /** The index behind the name, with its brackets; empty if there is none. */
  readonly index: string;
  readonly field?: NamedField;
  /** True for a key of a map, and for a step that is only an index, as in paths of a body that is a list. */
  readonly isKey: boolean;
}

/**
 * Follows a path of JSON or proto names, such as `roleBinding.uid` or `requests[1].limits.a`, through a message and
 * the messages, lists and maps in it.
 */
export const stepsAlong = (message: AnyMessage, path: string): readonly PathStep[] => {
  let at: AnyMessage | undefined = message;
  let isKey = false;
  return path.split('.').map((text): PathStep => {
    const [, name = '', index = ''] = /^(\w*)(.*)$/.exec(text) ?? [];
    if (name === '' || isKey) {
      isKey = false;
      return { text, index, isKey: true };
    }
    const field = at?.find(name);
    isKey = field?.type.kind === 'map';
    at = field?.type.message?.() ?? field?.type.element?.message?.();
    return field ? { text, index, field, isKey: false } : { text, index, isKey: false };
  });
};

/** The JSON names along a path of JSON or proto names, without indexes; a step that names no field stays as it is. */
export const jsonNames = (message: AnyMessage, path: string): readonly string[] =>
  stepsAlong(message, path).map(({ field, text }) => field?.name ?? text);

/** The members that decide where the paths of an operation's violations begin. */
export type Endpoint = Pick<Operation, 'request' | 'http'>;

/** The message of the HTTP body, where paths of violations begin: it may be one field of the request. */
export const bodyOf = ({ request, http }: Endpoint): AnyMessage => {
  const bodyType = http?.body === undefined ? undefined : request.fields.get(http.body)?.type;
  return bodyType?.message?.() ?? bodyType?.element?.message?.() ?? request;
};
