/** A command that could not be started, with the exit status that shells have for it: 127 or 126. */
export class CommandNotRun extends Error {
  readonly status: number;

  constructor(file: string, { code = '' }: NodeJS.ErrnoException) {
    super(code === 'ENOENT' ? `${file}: there is no such command` : `${file}: the command cannot be run (${code})`);
    this.status = code === 'ENOENT' ? 127 : 126;
  }
}
