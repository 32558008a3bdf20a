/** A note on its way into the database. */
export interface SentNote {
  readonly kind: string;
  readonly text: string;
  /** A text that many notes have. */
  readonly common?: string | undefined;
  /** Its number among all that its process has sent. */
  readonly key: number;
  /** The state of its world without which it is not stored; missing where it is in any. */
  readonly at?: string | undefined;
}

/** How many characters a note takes at most. */
export const sizeOfNote = ({ text, common = '' }: Pick<SentNote, 'text' | 'common'>): number =>
  text.length + common.length;

/** How many of some notes are calls. */
export const countCalls = (notes: readonly SentNote[]): number => notes.filter(({ kind }) => kind === 'call').length;

/** Between the parts of a row, and between those of a note: characters that JSON has only escaped. */
const PART = '\u0002';
const FIELD = '\u0003';
/** How many characters a row has at most that has several notes: Postgres keeps it in one page, where they are bytes. */
const MAX_ROW = 7_600;

/** Notes of a world that are stored in one row, one after another. */
export interface NoteRow {
  readonly notes: readonly SentNote[];
  readonly text: string;
}

const textOf = (parts: readonly string[], commons: ReadonlyMap<string, number>): string => {
  // Added up, they are copied once, when they are sent.
  let text = [...commons.keys()].join(FIELD);
  for (const part of parts) text += PART + part;
  return text;
};

/** Divides notes into rows: what those of a row have in common is in it once. */
export const noteRowsOf = (notes: readonly SentNote[]): readonly NoteRow[] => {
  const rows: NoteRow[] = [];
  let [its, parts]: [SentNote[], string[]] = [[], []];
  let commons = new Map<string, number>();
  let size = 0;
  const end = (): void => {
    if (its.length > 0) rows.push({ notes: its, text: textOf(parts, commons) });
    [its, parts, commons, size] = [[], [], new Map(), 0];
  };
  for (const note of notes) {
    const { kind, key, text, common } = note;
    const added = text.length + kind.length + 20;
    if (size + added + (common === undefined || commons.has(common) ? 0 : common.length) > MAX_ROW) end();
    if (common !== undefined && !commons.has(common)) {
      commons.set(common, commons.size);
      size += common.length;
    }
    size += added;
    its.push(note);
    const shared = common === undefined ? '' : commons.get(common);
    parts.push(`${kind}${FIELD}${key}${FIELD}${shared}${FIELD}${text}`);
  }
  end();
  return rows;
};

/** The notes in the text of a row, in their order. */
export const notesInRow = (row: string): readonly SentNote[] => {
  const [shared = '', ...parts] = row.split(PART);
  const commons = shared.split(FIELD);
  return parts.map((part) => {
    const [kind = '', key = '', common = '', text = ''] = part.split(FIELD);
    const note = { kind, key: Number(key), text };
    return common === '' ? note : { ...note, common: commons[Number(common)] ?? '' };
  });
};

/** The text of a row as a release has written it whose rows have one note each, of a kind and a key in their columns. */
export const ROW_TEXT = `CASE WHEN kind IS NULL THEN body
  ELSE chr(2) || kind || chr(3) || key || chr(3) || chr(3) || body END`;
