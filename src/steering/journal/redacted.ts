import type { AnyMessage, FieldType } from '../../schema/field-types.ts';

/** The text in the place of a secret. */
export const REDACTED = '[redacted]';

/** Tokens as text, wherever they occur: signed ones, and those of SCIM. */
const TOKENS = /eyJ[\w-]{8,}(?:\.[\w-]*)*|cgscim_[0-9a-f]+/g;
/**
 * The values of names that hold secrets, in bodies that cannot be read as messages. A name is tried from its beginning
 * only: from each of its characters, 64 KiB of letters would take seconds.
 */
const NAMED =
  /(["']?(?:(?<![\w-])[\w-]*token|code|secret|password|authorization)["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,&}"']+)/gi;

/** A text without the tokens in it. */
export const redactText = (text: string): string => text.replace(TOKENS, REDACTED);

/** The text of a body that is not a message, without the tokens in it and the values of names such as `token`. */
export const redactBody = (text: string): string => redactText(text.replace(NAMED, `$1"${REDACTED}"`));

const redactValue = (type: FieldType | undefined, value: unknown): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(type?.element, item));
  if (typeof value !== 'object' || value === null) return value;
  const message = type?.message?.();
  if (message) return redactMessage(message, value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(type?.element, item)]));
};

/** The JSON of a message, in either spelling of names, without the values of secret fields and tokens in its texts. */
export const redactMessage = (of: AnyMessage, value: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = of.find(name);
      return [name, field?.secret ? REDACTED : redactValue(field?.type, item)];
    }),
  );
