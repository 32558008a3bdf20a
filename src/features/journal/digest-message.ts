import { hash } from 'node:crypto';
import type { LargeMessage } from '../../../generated/nouns.ts';

/** The size in bytes of a message that is not recorded, and its SHA-256 in hex. */
export const digestMessage = (message: string | Uint8Array): LargeMessage => ({
  bytes: Buffer.byteLength(message),
  sha256: hash('sha256', message),
});
