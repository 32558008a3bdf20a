/** How often the shell is looked for, in milliseconds. */
const LOOK_MILLIS = 250;

/** A script of npm that is this command and nothing else, so that its shell lasts as long as the command is to. */
const ONLY_THIS = /^(?:\S*[\\/])?platform-mock(?:\.cmd)?(?:\s[^&|;<>()]*)?$/;

/** What is read of the process. */
interface Started {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The parent's id, which is another one once the parent has gone. */
  readonly ppid: number;
}

/** True where npm or npx has started this command, in a shell between them. */
export const isStartedByNpm = ({ npm_lifecycle_script: script }: Started['env']): boolean =>
  script !== undefined && ONLY_THIS.test(script.trim().replaceAll(/["']/g, ''));

/**
 * Calls `gone` once the shell has gone in which npm or npx has started this command: a signal that npm is sent ends
 * npm and that shell, and never gets here. Started in any other way, nothing is watched: a command that outlives its
 * parent may be meant to.
 */
export const whenShellOfNpmIsGone = (started: Started, gone: () => void): void => {
  if (!isStartedByNpm(started.env)) return;
  const first = started.ppid;
  const look = setInterval(() => {
    if (started.ppid === first) return;
    clearInterval(look);
    gone();
  }, LOOK_MILLIS).unref();
};
