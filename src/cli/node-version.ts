/**
 * The reason why this program cannot run on a version of Node, in one sentence; undefined if it can. The versions
 * are the ones of `engines` in package.json.
 */
export const nodeRefusal = (version: string): string | undefined => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return undefined;
  return `platform-mock needs Node 20.19, 22.12 or later, and this is Node ${version}`;
};
