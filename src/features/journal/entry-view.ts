import type {
  JournalEntry as EntryView,
  JournalAuthz,
  JournalChange,
  LackedCapability,
} from '../../../generated/nouns.ts';
import { httpStatusOf } from '../../faces/rest/answer.ts';
import type { JsonObject } from '../../json.ts';
import { instant } from '../../kernel/clock.ts';
import type { Settings } from '../../kernel/context.ts';
import { errorBody } from '../../kernel/error-details.ts';
import { ApiError } from '../../kernel/errors.ts';
import { CENTI, type Outcome } from '../../kernel/hooks.ts';
import type { Directory } from '../../kernel/resource.ts';
import type { ChangedRow, Rows } from '../../kernel/rows.ts';
import { answerValue } from '../../plane/answer-value.ts';
import { findChangedFields, toNamedRow } from '../../plane/row-difference.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { spellingIn } from '../../schema/edition.ts';
import { encodeMessage } from '../../schema/encode-json.ts';
import { profileIn } from '../../schema/profile.ts';
import { messagesIn } from '../../schema/profile-messages.ts';
import { aboutOf } from './about.ts';
import { errorPlaceOf } from './error-place-of.ts';
import { hideInValue } from './hidden-names.ts';
import type { PackedEntry } from './packed-entry.ts';
import { conceal, type Hide, REDACTED, redactBody, redactMessage, redactText } from './redacted.ts';
import { reasonOf } from './refusal-reason.ts';
import { sentOf } from './sent-text.ts';
import { findUnreadFields, type UnreadField } from './unread-fields.ts';

/** The dependencies of rendering entries. */
export interface EntryViewParts {
  readonly settings: Settings;
  readonly directory: Directory;
  readonly rows: Rows;
  /** The name of an identity; empty if it has none. */
  readonly nameOf: (identity: string) => string;
  /** The time of the machine, in milliseconds since the epoch, at which its steady clock showed zero. */
  readonly machineEpoch: () => number;
  /** The ids of the other tries of a call. */
  readonly triesOf: (entry: PackedEntry) => readonly string[];
  /** The ids of the events that a call has emitted. */
  readonly eventsOf: (entry: PackedEntry) => readonly string[];
  /** Gives the text in the place of a secret; the same for all unless given. */
  readonly hide?: Hide;
}

/** The dependencies of rendering changes. */
type ChangeParts = Pick<EntryViewParts, 'settings' | 'hide'> & { readonly directory: Pick<Directory, 'resources'> };

const isRefused = (outcome: Outcome | undefined): outcome is ApiError => outcome instanceof ApiError;

const answerOf = (
  { delivered, operation, rare }: PackedEntry,
  { settings, hide }: EntryViewParts,
): JsonObject | undefined => {
  if (!delivered || isRefused(delivered) || !operation || rare.largeAnswer || rare.messagesDropped) return undefined;
  const made = answerValue(delivered, operation.response);
  if (!made) return undefined;
  const message = messagesIn(profileIn(settings))(made.message);
  return redactMessage(
    message,
    encodeMessage(message, made.value, true, spellingIn(operation.edition, settings)),
    hide,
  );
};

const requestOf = (entry: PackedEntry, { hide }: EntryViewParts): Pick<EntryView, 'request' | 'sent' | 'body'> => {
  const { incoming, operation, body } = entry;
  if (incoming && operation) {
    const sent = sentOf(entry, hide);
    return { request: redactMessage(operation.request, incoming.request, hide), ...(sent && { sent }) };
  }
  return body && body.length > 0 ? { body: redactBody(Buffer.from(body).toString(), hide) } : {};
};

const NOTHING = new Uint8Array();

/** The value of a field that nobody reads, without secrets: by the type of the field, or by its name if it has none. */
const redactedValue = ({ path, of, name = '', value }: UnreadField, hide: Hide | undefined): unknown => {
  if (of) return redactMessage(of, { [name]: value }, hide)[name];
  const last =
    path
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? '';
  const [concealed] = Object.values(hideInValue({ [last]: value }, hide ?? conceal) as object);
  return last.toLowerCase() === 'code' ? REDACTED : concealed;
};

/** The paths of the fields that nobody reads, and their values as far as they are known. */
const unreadView = (entry: PackedEntry, { hide }: EntryViewParts): Pick<EntryView, 'unread' | 'unreadValues'> => {
  const { operation, incoming, target, body = NOTHING, protocol, isJson } = entry;
  if (!operation || !incoming) return { unread: [] };
  const cut = target.indexOf('?');
  const query = cut < 0 ? '' : target.slice(cut + 1);
  const form = protocol === 'rest' ? 'http' : isJson ? 'json' : 'proto';
  const fields = findUnreadFields({ operation, query, body, form, asked: incoming.request });
  const known = fields.filter(({ value }) => value !== undefined);
  return {
    unread: fields.map(({ path }) => path),
    ...(known.length > 0 && {
      unreadValues: Object.fromEntries(known.map((field) => [field.path, redactedValue(field, hide)])),
    }),
  };
};

/** The capabilities that the caller of an entry lacked, each with the group, or `anywhere`. */
const lackedOf = (
  { needs = [], access }: PackedEntry,
  { directory, rows }: Pick<EntryViewParts, 'directory' | 'rows'>,
): readonly LackedCapability[] => {
  if (!access) return [];
  const lacked = needs.flatMap((need) => {
    const at = need.place === 'at' || need.place === 'near' ? directory.groupOf(rows, need.uid) : 'anywhere';
    return access.findLacking(need).map((capability) => ({ capability, at }));
  });
  return [...new Map(lacked.map((each) => [`${each.capability} ${each.at}`, each])).values()];
};

const accessOf = (entry: PackedEntry, parts: EntryViewParts): JournalAuthz | undefined => {
  const { operation, caller, delivered, handled = delivered } = entry;
  if (!operation) return undefined;
  if (!caller) {
    const isUnknown = isRefused(handled) && handled.code === 'UNAUTHENTICATED';
    return isUnknown ? { decision: 'unauthenticated', missing: [] } : undefined;
  }
  const missing = lackedOf(entry, parts);
  if (missing.length === 0) return { decision: entry.needs ? 'allow' : 'open', missing };
  const isDenied = isRefused(handled) && (handled.code === 'PERMISSION_DENIED' || handled.code === 'NOT_FOUND');
  return { decision: isDenied ? 'deny' : 'allow', missing };
};

const changeOf = (
  { of, uid, before, after }: ChangedRow,
  { settings, directory, hide }: ChangeParts,
): readonly JournalChange[] => {
  const resource = directory.resources.find(({ name }) => name === of.name);
  const row = after ?? before;
  // Rows that no face serves may have secrets.
  if (!resource || !row || before === after) return [];
  const named = { ...toNamedRow(of.name, row), uid };
  if (!after) return [{ change: 'deleted', ...named }];
  if (!before) return [{ change: 'created', ...named }];
  const message = messagesIn(profileIn(settings))(resource.message);
  const fields = Object.entries(findChangedFields(before, after)).flatMap(([name, values]) => {
    const field = message.find(name);
    if (!field) return [];
    const redacted = values.map((value) =>
      value === null ? null : redactMessage(message, { [name]: value }, hide)[name],
    );
    return [[name, field.secret ? [REDACTED, REDACTED] : redacted] as const];
  });
  return [{ change: 'updated', ...named, fields: Object.fromEntries(fields) }];
};

/** The views of changes, one for each row. */
export const showChanges = (changes: readonly ChangedRow[], parts: ChangeParts): readonly JournalChange[] => {
  const byRow = new Map<string, ChangedRow>();
  for (const change of changes) {
    const key = `${change.of.name} ${change.uid}`;
    const known = byRow.get(key);
    byRow.set(key, known ? { ...known, after: change.after } : change);
  }
  return [...byRow.values()].flatMap((change) => changeOf(change, parts));
};

const outcomeOf = (outcome: Outcome) =>
  isRefused(outcome)
    ? ({ status: httpStatusOf(outcome), code: outcome.code } as const)
    : ({ status: 200, code: 'OK' } as const);

const endOf = (entry: PackedEntry, { settings, hide }: EntryViewParts): Partial<EntryView> => {
  const { delivered, handled, status, brokenOff, rare } = entry;
  // A part of its answer was sent, and then no more.
  const isCut = rare.cut !== undefined;
  if (!delivered) return {};
  const outcome = { ...outcomeOf(delivered), ...(status > 0 && { status }) };
  const result = isCut ? (handled ?? delivered) : isRefused(delivered) && handled !== delivered ? handled : undefined;
  const handledAs = result ? { handled: outcomeOf(result) } : {};
  // A client that got no answer got no status.
  if (brokenOff !== undefined) return { ...(isCut && { status: outcome.status }), code: brokenOff, ...handledAs };
  if (!isRefused(delivered)) return { ...outcome, ...handledAs };
  const place = errorPlaceOf(entry);
  const { message, details } = errorBody(delivered, place?.domain ?? '', settings, place?.edition);
  const texts = JSON.parse(redactText(JSON.stringify({ message, details: place ? details : [] }), hide)) as {
    readonly message: string;
    readonly details: readonly JsonObject[];
  };
  return { ...outcome, ...texts, ...handledAs };
};

const listedAs = (name: 'events' | 'tries', ids: readonly string[]) => (ids.length === 0 ? {} : { [name]: ids });

/** Renders an entry as `JournalEntry` has it, without secrets. */
export const viewOfEntry = (entry: PackedEntry, parts: EntryViewParts): EntryView => {
  const { id, protocol, method, target, client, caller, operation, faults = [], machineTime, rare } = entry;
  const { changes = [], delivered, handled = delivered } = entry;
  const identity = caller?.identity ?? '';
  const authz = accessOf(entry, parts);
  return {
    id: String(id),
    state: entry.isOpen ? 'open' : 'ended',
    time: instant(entry.timeMillis),
    machineTime: instant(parts.machineEpoch() + entry.begunMillis),
    ...omitUndefined({
      durationMs: entry.isOpen ? undefined : machineTime / CENTI,
      protocol,
      version: operation?.edition.name,
      method,
      path: redactText(target.split(/[?#]/, 1)[0] ?? '', parts.hide),
      operation: operation?.id,
      caller: identity === '' ? undefined : { identity, name: parts.nameOf(identity) },
      client: client === undefined ? undefined : redactText(client, parts.hide),
      ...requestOf(entry, parts),
      largeRequest: rare.largeRequest,
    }),
    ...unreadView(entry, parts),
    ...endOf(entry, parts),
    ...omitUndefined({
      reason: reasonOf(entry, authz?.missing ?? [], parts),
      answer: answerOf(entry, parts),
      largeAnswer: rare.largeAnswer,
      messagesDropped: rare.messagesDropped,
      authz,
    }),
    faults,
    ...omitUndefined({ about: aboutOf(entry, parts) }),
    changes: !handled || isRefused(handled) ? [] : showChanges(changes, parts),
    ...omitUndefined({ furtherChanges: rare.furtherChanges }),
    ...listedAs('events', operation?.event ? parts.eventsOf(entry) : []),
    ...listedAs('tries', parts.triesOf(entry)),
  } as EntryView;
};
