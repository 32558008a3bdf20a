import type { Rows } from '../../kernel/rows.ts';
import { parentOf, rootOf, TOP } from '../../kernel/uid.ts';
import { groupRows } from '../iam/group-message.ts';
import { type RepoRow, repoRows } from './repo-message.ts';

/** The repo that is synced, as far as it is known: a repo that is about to be created has no uid. */
export interface Synced {
  readonly uid?: string | undefined;
  readonly parent: string;
}

/** The names on the path to a repo, from its root group on. */
export const namesTo = (repo: RepoRow, rows: Rows): readonly string[] => {
  const names = [repo.name ?? ''];
  for (let at = parentOf(repo.uid); at !== TOP; at = parentOf(at)) names.unshift(rows.get(groupRows, at)?.name ?? '');
  return names;
};

/** True for a text that is the name of a repo, or its full reference: the names on its path, with or without a host. */
export const isNameOf = (text: string, repo: RepoRow, rows: Rows): boolean =>
  text === repo.name || (text.includes('/') && pathsIn(text).includes(namesTo(repo, rows).join('/')));

/** The path in a text that names a repo: without the host that an image reference begins with. */
const pathsIn = (text: string): readonly string[] => {
  const [first = '', ...rest] = text.split('/');
  const isHost = rest.length > 1 && /[.:]|^localhost$/.test(first);
  return isHost ? [text, rest.join('/')] : [text];
};

/**
 * The repo that `syncConfig.source` names: by its uid, by its name, by the names on its path from the root group on
 * (`org/nginx`), or by a reference to its image, which has a host before the path. A name that several repos have is
 * that of the nearest: in the same group, then in the same organization. Undefined if none or more than one is
 * meant (behaviour §5.10).
 */
export const sourceNamed = (text: string, { uid, parent }: Synced, rows: Rows): RepoRow | undefined => {
  const exact = rows.get(repoRows, text);
  if (exact) return exact;
  const name = text.slice(text.lastIndexOf('/') + 1);
  const paths = name === text ? [] : pathsIn(text);
  const named = rows
    .by(repoRows, 'name', name)
    .filter((repo) => repo.uid !== uid && (name === text || paths.includes(namesTo(repo, rows).join('/'))));
  const near = named.filter((repo) => parentOf(repo.uid) === parent);
  const inOrganization = named.filter((repo) => rootOf(repo.uid) === rootOf(parent));
  const [nearest = []] = [near, inOrganization, named].filter((repos) => repos.length > 0);
  return nearest.length === 1 ? nearest[0] : undefined;
};

/** True if a repo is synced from another one, directly or through others. */
export const isSyncedFrom = (repo: RepoRow, uid: string | undefined, rows: Rows): boolean => {
  const seen = new Set<string>();
  for (let at: RepoRow | undefined = repo; at && !seen.has(at.uid); ) {
    if (at.uid === uid) return true;
    seen.add(at.uid);
    at = rows.get(repoRows, at.syncConfig?.source ?? '');
  }
  return false;
};
