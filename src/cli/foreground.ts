/** The indexes of the process group and the terminal's group in `/proc/self/stat`, behind the program's name. */
const [GROUP, FOREGROUND_GROUP] = [2, 5];

/**
 * True if Ctrl-C at the terminal is sent to the whole process group of this process: to the commands that it runs, too.
 * `stat` is the text of `/proc/self/stat`. On a system without it, a process with a terminal counts as in front.
 */
export const isInForeground = (platform: NodeJS.Platform, stat: string | undefined, hasTerminal: boolean): boolean => {
  // A console of Windows sends it to all that are attached to it, and nothing else raises it there.
  if (platform === 'win32') return true;
  if (stat === undefined) return hasTerminal;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[GROUP] === fields[FOREGROUND_GROUP];
};
