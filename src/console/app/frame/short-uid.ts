const ABOVE = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*(?=\/[0-9a-f]{16})/g;
/** How many digits of a uid without a path are shown. */
const KEPT = 4;

/** A text for a line: of each uid in it only the last part. */
export const shortenUids = (text: string): string => text.replaceAll(ABOVE, '…');

/** The last part of a uid; of one without a path its last digits. */
export const uidEnd = (uid: string): string => {
  const at = uid.lastIndexOf('/');
  return `…${at < 0 ? uid.slice(-KEPT) : uid.slice(at)}`;
};
