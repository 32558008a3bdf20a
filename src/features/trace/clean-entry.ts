import { PAGE_TYPE } from '../../faces/wire/proxy-page.ts';
import { hideInFailure } from '../journal/sent-text.ts';
import type { HarContent, HarPostData } from './har.ts';
import type { HarEntry } from './har-entry.ts';
import type { BegunFixture } from './run.ts';
import type { SecretText } from './secret-text.ts';
import { nameSecrets } from './secret-values.ts';

/** A beginning with a number in the place of each secret that is known by now: a plain word in fixtures, so that they load. */
export const cleanBeginning = (began: object, secrets: SecretText): object => {
  const cleaned: { readonly fixtures?: readonly BegunFixture[] } = secrets.replaceAllIn(began);
  const { fixtures } = cleaned;
  if (!fixtures) return cleaned;
  const named = fixtures.map(({ yaml, ...fixture }) =>
    yaml === undefined ? fixture : { ...fixture, yaml: nameSecrets(yaml) },
  );
  return { ...cleaned, fixtures: named };
};

/** A body without its bytes if a secret is in them, in which no number can stand. */
const cleanBytes = <T extends Pick<HarPostData, 'encoding'> & { readonly text?: string }>(
  body: T,
  secrets: SecretText,
): T => {
  if (body.encoding === undefined || !body.text) return body;
  const bytes = Buffer.from(body.text, 'base64').toString('latin1');
  return secrets.replaceIn(bytes) === bytes ? body : { ...body, text: '' };
};

/** The body of an answer, in which the details of a failure over Connect are bytes, too; a proxy's page has none. */
const cleanContent = (content: HarContent, { _protocol, _grpc }: HarEntry, secrets: SecretText): HarContent => {
  const isFailure = _protocol === 'connect' && _grpc !== undefined && _grpc.code !== 0;
  const isJson = content.encoding === undefined && content.mimeType !== PAGE_TYPE;
  if (!isFailure || !content.text || !isJson) return cleanBytes(content, secrets);
  const hideIn = (text: string): string => secrets.replaceIn(text);
  return { ...content, text: hideInFailure(content.text, hideIn, (secret) => secrets.replaceWhole(secret)) };
};

/** A call with a number in the place of each secret that is known by now. */
export const cleanEntry = (entry: HarEntry, secrets: SecretText): HarEntry => {
  const { pageref, startedDateTime, time, request, response, ...others } = secrets.replaceAllIn(entry);
  const { postData } = request;
  return {
    pageref,
    startedDateTime,
    time,
    request: {
      ...request,
      // URLs have no brackets: the number of a secret in one is escaped.
      url: request.url.replace(/\[secret(?: |%20)(\d+)\]/g, '%5Bsecret%20$1%5D'),
      ...(postData && { postData: cleanBytes(postData, secrets) }),
    },
    response: { ...response, content: cleanContent(response.content, entry, secrets) },
    ...others,
  };
};
