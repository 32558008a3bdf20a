/** The number of digits that are shown of a uid without a path. */
const DIGITS = 4;

/** The last part of a uid; of one without a path its last digits. */
export const uidEnd = (uid: string): string => {
  const at = uid.lastIndexOf('/');
  return `…${at < 0 ? uid.slice(-DIGITS) : uid.slice(at)}`;
};

/** The uid one level up; empty for a uid without a path. */
export const uidAbove = (uid: string): string => uid.slice(0, Math.max(0, uid.lastIndexOf('/')));
