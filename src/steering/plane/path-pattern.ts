const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** A pattern for whole paths, in which `*` is any text. */
export const pathPattern = (path: string): RegExp => new RegExp(`^${path.split('*').map(escaped).join('.*')}$`, 's');
