export { UID } from '../schema/uid.ts';

const SLASH = 47;

/** The parent of every root. */
export const TOP = '/';

/** The uid one level up; TOP for a root. */
export const parentOf = (uid: string): string => {
  const cut = uid.lastIndexOf('/');
  return cut <= 0 ? TOP : uid.slice(0, cut);
};

/** True when `parent`, which is not TOP, is the parent of `uid`: found without the text that `parentOf` makes. */
export const isChildOf = (uid: string, parent: string): boolean =>
  uid.charCodeAt(parent.length) === SLASH && uid.indexOf('/', parent.length + 1) < 0 && uid.startsWith(parent);

/** The first segment: the organization a uid belongs to. */
export const rootOf = (uid: string): string => {
  const cut = uid.indexOf('/');
  return cut < 0 ? uid : uid.slice(0, cut);
};

/** True when `uid` lies strictly below `ancestor`; everything lies below TOP. */
export const isBelow = (uid: string, ancestor: string): boolean =>
  ancestor === TOP || (uid.length > ancestor.length && uid[ancestor.length] === '/' && uid.startsWith(ancestor));

/** True when `uid` is `ancestor` or lies below it. */
export const isWithin = (uid: string, ancestor: string): boolean => uid === ancestor || isBelow(uid, ancestor);

/** The strict ancestors of a uid, nearest first. */
export const ancestorsOf = (uid: string): readonly string[] => {
  const ancestors: string[] = [];
  for (let at = parentOf(uid); at !== TOP; at = parentOf(at)) ancestors.push(at);
  return ancestors;
};
