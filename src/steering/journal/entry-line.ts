/** What a line shows of an entry. */
export interface LineEntry {
  readonly id: string;
  readonly protocol: string;
  readonly method: string;
  readonly path: string;
  readonly operation?: string;
  readonly caller?: { readonly name: string; readonly identity: string };
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  readonly handled?: { readonly code: string };
  readonly unread?: readonly string[];
  readonly durationMs?: number;
}

const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** An entry as one line of text, for people: its id, what was called by whom, and what came of it. */
export const entryLine = (entry: LineEntry): string => {
  const { id, protocol, method, path, operation, caller, status, code, message, handled, unread = [] } = entry;
  const words = [
    `#${id}`,
    protocol,
    operation ?? `${method} ${path}`,
    ...(caller ? [`by ${caller.name || caller.identity}`] : []),
    ...(code === undefined ? ['(open)'] : [String(status), code]),
    ...(handled ? [`(handled: ${handled.code})`] : []),
    ...(message === undefined ? [] : [message]),
    ...(unread.length > 0 ? [`[unread: ${unread.join(', ')}]`] : []),
    ...(entry.durationMs === undefined ? [] : [`${entry.durationMs} ms`]),
  ];
  return words.join(' ').replace(CONTROL_CHARACTERS, '?');
};
