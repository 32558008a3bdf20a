import type { JsonObject } from './json.ts';

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

/** The filters of the journal, as the control plane names them. */
export const JOURNAL_FILTERS = ['operation', 'status', 'caller', 'client', 'path', 'version', 'protocol'] as const;
