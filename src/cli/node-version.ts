/** The first minor version of each line of Node that this program runs on; every later line does too. */
const FIRST_MINORS: ReadonlyMap<number, number> = new Map([
  [20, 19],
  [22, 12],
]);
const NEWEST_LISTED = 22;

/**
 * The reason why this program cannot run on a version of Node, in one sentence; undefined if it can. The versions
 * are the ones of `engines` in package.json.
 */
export const nodeRefusal = (version: string): string | undefined => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const first = FIRST_MINORS.get(major);
  if (major > NEWEST_LISTED || (first !== undefined && minor >= first)) return undefined;
  return `platform-mock needs Node 20.19, 22.12 or later, and this is Node ${version}`;
};
