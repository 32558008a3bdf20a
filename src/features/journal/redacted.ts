import type { AnyMessage, FieldType } from '../../schema/field-types.ts';

/** The text in the place of a secret. */
export const REDACTED = '[redacted]';

/** The maximum depth of a rendered message: no message of the API is half as deep. */
export const DEEPEST = 100;
/** The text in the place of what is nested deeper. */
export const TOO_DEEP = '[nested too deep]';

/** Gives the text in the place of a secret. */
export type Hide = (secret: string) => string;

/** Gives the same text for each secret. */
export const conceal: Hide = () => REDACTED;

/** Tokens in texts: signed ones and SCIM tokens. */
const TOKENS = /eyJ[\w-]{8,}(?:\.[\w-]*)*|cgscim_[0-9a-f]+/g;
/**
 * The values of names that hold secrets, in bodies that cannot be read as messages. A name is tried from its beginning
 * only: from each of its characters, 64 KiB of letters would take seconds.
 */
const NAMED =
  /(["']?(?:(?<![\w-])[\w-]*token|code|secret|password|authorization)["']?\s*[:=]\s*)(?:"((?:[^"\\]|\\.)*)"?|'([^']*)'?|([^\s,&}"']+))/gi;

/** A text without the tokens in it. */
export const redactText = (text: string, hide = conceal): string => text.replace(TOKENS, (token) => hide(token));

/** The default test for names whose values are public, although they look secret: no name is one. */
export const isNever = (_name: string): boolean => false;

/** The characters around a name in a text. */
const AROUND = /["'\s:=]/g;

/** The text of a body that is not a message, without its tokens and without the values of names such as `token`. */
export const redactBody = (text: string, hide = conceal, isPublic = isNever): string =>
  redactText(
    text.replace(NAMED, (all: string, name: string, ...values: readonly (string | undefined)[]) => {
      if (isPublic(name.replaceAll(AROUND, ''))) return all;
      const value = values.slice(0, 3).find((each) => each !== undefined) ?? '';
      return `${name}"${hide(value)}"`;
    }),
    hide,
  );

const redactValue = (type: FieldType | undefined, value: unknown, hide: Hide, depth: number): unknown => {
  // The base64 of a report in JSON begins as a token does.
  if (typeof value === 'string') return type?.kind === 'bytes' ? value : redactText(value, hide);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => redactValue(type?.element, item, hide, depth + 1));
  const message = type?.message?.();
  if (message) return redactMessage(message, value, hide, depth + 1);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, redactValue(type?.element, item, hide, depth + 1)]),
  );
};

/** The JSON of a message, in either spelling of names, without the values of secret fields and tokens in its texts. */
export const redactMessage = (
  of: AnyMessage,
  value: object,
  hide = conceal,
  depth = 0,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = of.find(name);
      if (!field?.secret) return [name, redactValue(field?.type, item, hide, depth)];
      return [name, hide(typeof item === 'string' ? item : JSON.stringify(item))];
    }),
  );
