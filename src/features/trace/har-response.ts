import { errorAnswer, JSON_TYPE, type RestAnswer, renderSuccess } from '../../faces/rest/answer.ts';
import type { Settings } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { AnyMessage } from '../../schema/field-types.ts';
import { errorPlaceOf } from '../journal/error-place-of.ts';
import type { PackedEntry } from '../journal/packed-entry.ts';
import { type Hide, redactMessage, redactText } from '../journal/redacted.ts';
import { type HarResponse, UNKNOWN_SIZE } from './har.ts';

const messageOf = ({ delivered, operation }: PackedEntry): AnyMessage | undefined => {
  if (!delivered || delivered instanceof ApiError) return undefined;
  if (delivered.kind === 'message') return delivered.message;
  return delivered.kind === 'row' ? delivered.resource.message : operation?.response;
};

/** The answer of a REST call, as it was sent. */
const restAnswerOf = (entry: PackedEntry, settings: Settings): RestAnswer => {
  const { delivered, operation, status, rare } = entry;
  if (!delivered || entry.brokenOff) return { status: 0 };
  if (delivered instanceof ApiError) {
    const place = errorPlaceOf(entry);
    return { ...errorAnswer(delivered, place?.domain ?? '', settings, place?.edition), status };
  }
  const isBare = rare.messagesDropped || (delivered.kind === 'empty' && status === 204);
  return { ...(isBare ? {} : renderSuccess(delivered, operation?.edition, settings)), status };
};

export const harResponseOf = ({
  status,
  httpVersion,
  headers,
  content,
}: Pick<HarResponse, 'status' | 'httpVersion' | 'headers' | 'content'>): HarResponse => ({
  status,
  statusText: '',
  httpVersion,
  cookies: [],
  headers,
  content,
  redirectURL: '',
  headersSize: UNKNOWN_SIZE,
  bodySize: status === 0 ? UNKNOWN_SIZE : content.size,
});

/** The response of a REST call. */
export const restResponseOf = (entry: PackedEntry, settings: Settings, version: string, hide: Hide): HarResponse => {
  const { status, body, type = JSON_TYPE, headers = {} } = restAnswerOf(entry, settings);
  const given = { ...headers, ...(entry.allow !== undefined && { Allow: entry.allow }) };
  const of = messageOf(entry);
  const hideIn = (text: string): string =>
    of ? JSON.stringify(redactMessage(of, JSON.parse(text) as object, hide)) : redactText(text, hide);
  const text = body === undefined || entry.method === 'HEAD' ? undefined : hideIn(body);
  return harResponseOf({
    status,
    httpVersion: `HTTP/${version}`,
    headers: [
      ...(body === undefined ? [] : [{ name: 'Content-Type', value: type }]),
      ...Object.entries(given).map(([name, value]) => ({ name, value })),
    ],
    content:
      text === undefined
        ? { size: 0, mimeType: body === undefined ? 'x-unknown' : type, text: '' }
        : { size: Buffer.byteLength(text), mimeType: type, text },
  });
};
