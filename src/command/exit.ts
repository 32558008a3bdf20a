/** The exit statuses of the command line (control plane, Command line). */
export const Exit = { ok: 0, failure: 1, usage: 2, gate: 3, fixture: 4, port: 5, timeout: 124 } as const;
