import type { FaultEffect } from '../../../generated/nouns.ts';
import { ApiError, type CodeName, type TypedDetail } from '../../kernel/errors.ts';
import { InjectedFault, LostAnswer } from '../../kernel/faults.ts';
import { unpublishedDetail } from '../../schema/google-rpc.ts';

/** The words before the messages of codes (behaviour §9.1), if they differ from the name of the code. */
const PREFIX: Partial<Readonly<Record<CodeName, string>>> = {
  FAILED_PRECONDITION: 'Precondition failed',
  INTERNAL: 'Internal error',
};

const prefixOf = (code: CodeName): string =>
  PREFIX[code] ?? `${code[0]}${code.slice(1).toLowerCase().replaceAll('_', ' ')}`;

/** The code of an HTTP status, as google.rpc.Code and the service (413) map them; of any other by its class. */
const OF_STATUS: Readonly<Record<number, CodeName>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  413: 'RESOURCE_EXHAUSTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

const codeOf = (status: number): CodeName => OF_STATUS[status] ?? (status < 500 ? 'FAILED_PRECONDITION' : 'UNKNOWN');

const TYPE_PREFIX = 'type.googleapis.com/';

/** The name of a detail's type, without the host before it. */
export const typeOfDetail = (detail: Readonly<Record<string, unknown>>): string =>
  String(detail['@type'] ?? '').replace(TYPE_PREFIX, '');

/** The error with a detail of a type that no published message has (behaviour F35). */
export const addDetail = ({ code, message, detail }: ApiError): ApiError => {
  const { typed = [] } = detail;
  const type = unpublishedDetail.name as TypedDetail['type'];
  return new ApiError(code, message, { ...detail, typed: [...typed, { type, value: { note: 'unpublished' } }] });
};

/** The failure that an effect answers with (behaviour F2, F10); undefined if the call goes on after it. */
export const faultError = ({
  drop,
  reset,
  code: given,
  http,
  html,
  message,
  details,
  retryAfter,
}: FaultEffect): InjectedFault | undefined => {
  if (drop || reset) return new LostAnswer(drop ? 'drop' : 'reset');
  const code = given ?? (http === undefined ? undefined : codeOf(http));
  if (code === undefined) return undefined;
  return new InjectedFault(code, message ?? `${prefixOf(code)}: injected fault`, {
    ...(http !== undefined && { http }),
    ...(html && { html }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(details && {
      typed: details.map((detail) => {
        const { '@type': _, ...value } = detail;
        return { type: typeOfDetail(detail) as TypedDetail['type'], value };
      }),
    }),
  });
};
