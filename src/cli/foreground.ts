/** The facts read of the process. */
interface Started {
  readonly platform: NodeJS.Platform;
  /** The text of `/proc/self/stat`; undefined if there is none. */
  readonly stat: string | undefined;
  /** True if one of the standard streams is a terminal. */
  readonly terminal: boolean;
}

/** The indexes of the process group and the terminal's group in `/proc/self/stat`, behind the program's name. */
const [GROUP, FOREGROUND_GROUP] = [2, 5];

/**
 * True where Ctrl-C at the terminal is sent to the whole process group of this process: to the commands that it runs,
 * too. A process with a terminal counts as in front on a system that does not say which group has it.
 */
export const isInForeground = ({ platform, stat, terminal }: Started): boolean => {
  // A console of Windows sends it to all that are attached to it, and nothing else raises it there.
  if (platform === 'win32') return true;
  if (stat === undefined) return terminal;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[GROUP] === fields[FOREGROUND_GROUP];
};
