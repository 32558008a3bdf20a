import { isLoopback } from '../steering/plane/guard.ts';

/** True for a URL whose host only this machine reaches. */
export const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
