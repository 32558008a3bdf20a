/** The interval at which the parent is looked for, in milliseconds. */
const LOOK_MILLIS = 250;

/** A script of npm that is this command and nothing else, so that its shell lasts as long as the command is to. */
const ONLY_THIS = /^(?:\S*[\\/])?platform-mock(?:\.cmd)?(?:\s[^&|;<>()]*)?$/;

/** The facts read of the process. */
interface Started {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The parent's id, which is another one once the parent has gone. */
  readonly ppid: number;
}

/** True if npm or npx has started this command, in a shell between them. */
export const isStartedByNpm = ({ npm_lifecycle_script: script }: Started['env']): boolean =>
  script !== undefined && ONLY_THIS.test(script.trim().replaceAll(/["']/g, ''));

/**
 * The id of the process that this command is to end with, or undefined if it may outlive its parent. A script that
 * replaces its shell passes the id of npm as NPM_PID: npm may be gone before the command can ask for its parent.
 */
export const findParentId = ({ env, ppid }: Started): number | undefined => {
  if (env.NPM_PID) return Number(env.NPM_PID);
  return isStartedByNpm(env) ? ppid : undefined;
};

/**
 * Calls `gone` once npm, or the shell in which npm or npx has started this command, has gone: a signal that npm is sent
 * ends npm and that shell, and may never get here. Started in any other way, nothing is watched: a command that
 * outlives its parent may be meant to.
 */
export const watchNpm = (started: Started, gone: () => void): void => {
  const parent = findParentId(started);
  if (parent === undefined) return;
  const look = setInterval(() => {
    if (started.ppid === parent) return;
    clearInterval(look);
    gone();
  }, LOOK_MILLIS).unref();
};
