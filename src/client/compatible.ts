/** The major and the minor number of a version such as `1.2.0-rc.1`. */
const numbersOf = (version: string): readonly [major: number, minor: number] => {
  const [major = 0, minor = 0] = version.split(/[.-]/).map(Number);
  return [major, minor];
};

/**
 * Why a mock cannot be steered by a client of another version; undefined if it can. Before 1.0 a minor version may change
 * the control plane, and from then on it only adds to it (behaviour N6).
 */
export const describeMismatch = (mock: string, own: string): string | undefined => {
  const [[major, minor], [ownMajor, ownMinor]] = [numbersOf(mock), numbersOf(own)];
  const isNewer = major > ownMajor || (major === ownMajor && ownMajor === 0 && minor > ownMinor);
  const isOlder = major < ownMajor || (major === ownMajor && minor < ownMinor);
  if (!isNewer && !isOlder) return undefined;
  const age = isNewer ? 'new' : 'old';
  return `is platform-mock ${mock}, which is too ${age} for this client, of version ${own}: take the same version of both`;
};
