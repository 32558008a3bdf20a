import type { Rows } from '../../kernel/rows.ts';
import { identities } from './identities.ts';

/** The name of an identity; empty for one that is not there. */
export const identityName = (rows: Rows, uid: string): string => rows.get(identities, uid)?.name ?? '';
