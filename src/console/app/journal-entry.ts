import type { JsonObject } from './json.ts';
import type { FollowedList } from './use-followed.ts';

/** An exchange as the journal has it (behaviour J2). */
export interface JournalEntry {
  readonly id: string;
  readonly state: 'open' | 'ended';
  readonly time: string;
  readonly durationMs?: number;
  readonly protocol: string;
  readonly version?: string;
  readonly method: string;
  readonly path: string;
  readonly operation?: string;
  readonly caller?: { readonly identity: string; readonly name: string };
  readonly client?: string;
  readonly request?: JsonObject;
  readonly body?: string;
  readonly unread: readonly string[];
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly JsonObject[];
  readonly answer?: JsonObject;
  readonly handled?: { readonly status: number; readonly code: string };
  readonly faults: readonly { readonly rule: string; readonly phase: string }[];
  readonly authz?: { readonly decision: string; readonly wouldDeny?: true };
  readonly changes: readonly {
    readonly change: string;
    readonly type: string;
    readonly uid: string;
    readonly name?: string;
    readonly fields?: JsonObject;
  }[];
}

const withEntry = (entries: readonly JournalEntry[], entry: JournalEntry): readonly JournalEntry[] => {
  const at = entries.findIndex(({ id }) => id === entry.id);
  if (at >= 0) return entries.with(at, entry);
  const behind = entries.findIndex(({ id }) => Number(id) < Number(entry.id));
  return entries.toSpliced(behind < 0 ? entries.length : behind, 0, entry);
};

/** The journal as a list that is followed. */
export const JOURNAL: FollowedList<JournalEntry> = { path: 'journal', field: 'entries', withItem: withEntry };
