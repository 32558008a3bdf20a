import { instant } from '../../kernel/clock.ts';
import type { Violations } from '../../kernel/context.ts';
import type { RowContext, RowWriteContext } from '../../kernel/resource.ts';
import type { Rows } from '../../kernel/rows.ts';
import { parentOf, rootOf, TOP } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { violationByName, violationByPath } from '../../schema/field-violation.ts';
import { isZero } from '../../schema/scalars.ts';
import { groupRows } from '../iam/group-message.ts';
import { Repo, type RepoRow, repoRows } from './repo-message.ts';

/** The repo that is synced. Before it is created, it has no uid. */
interface Synced {
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
 * (`org/nginx`), or by a reference to its image, which has a host before the path. A name that several repos have means
 * the nearest of them: in the same group, then in the same organization. Undefined if none or more than one is
 * meant (behaviour §5.10).
 */
const sourceNamed = (text: string, { uid, parent }: Synced, rows: Rows): RepoRow | undefined => {
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
const isSyncedFrom = (repo: RepoRow, uid: string | undefined, rows: Rows): boolean => {
  const seen = new Set<string>();
  for (let at: RepoRow | undefined = repo; at && !seen.has(at.uid); ) {
    if (at.uid === uid) return true;
    seen.add(at.uid);
    at = rows.get(repoRows, at.syncConfig?.source ?? '');
  }
  return false;
};

const SYNC_LIFE_MILLIS = 14 * 24 * 3_600_000;

/** The fields that a synced repo has from its source. */
const INHERITED = ['catalogTier', 'bundles', 'aliases', 'activeTags'] as const;

const isSame = (field: (typeof INHERITED)[number], one: RepoRow | undefined, other: RepoRow): boolean => {
  const { type } = Repo.table[field];
  if (isZero(type, one?.[field]) && isZero(type, other[field])) return true;
  return JSON.stringify(one?.[field]) === JSON.stringify(other[field]);
};

/** The repo that a row is synced from; undefined if it is not synced, or its source was deleted or is unknown. */
const originOf = ({ syncConfig }: RepoRow, synced: Synced, rows: Rows): RepoRow | undefined =>
  syncConfig && sourceNamed(syncConfig.source ?? '', synced, rows);

/**
 * Adds the violations of the sync of a repo: a source that is not one repo, and inherited fields that differ from those
 * of the source. An unchanged source may have been deleted (behaviour §5.10).
 */
export const checkSync = (
  draft: RepoRow,
  { parent, rows, touched }: RowContext,
  found: Violations,
  previous: RepoRow | undefined,
): void => {
  const { syncConfig: { source = '' } = {} } = draft;
  if (source === '') return;
  // A repo that is about to be created has none.
  const uid: string | undefined = draft.uid;
  const origin = originOf(draft, { uid, parent }, rows);
  const isUnchanged = source === previous?.syncConfig?.source;
  if (!origin && !isUnchanged) {
    found.push(violationByPath('syncConfig.source', 'must be the uid or the name of one repo'));
    return;
  }
  if (origin && isSyncedFrom(origin, uid, rows)) {
    found.push(violationByPath('syncConfig.source', 'must not be the repo itself, or one that is synced from it'));
    return;
  }
  for (const field of INHERITED) {
    const isStated = touched.has(field) && !isZero(Repo.table[field].type, draft[field]);
    if (isStated && !isSame(field, origin ?? previous, draft)) {
      found.push(violationByName(field, 'cannot be changed on a synced repo'));
    }
  }
};

const inheritFrom = (origin: RepoRow): Partial<RepoRow> =>
  Object.fromEntries(INHERITED.map((field) => [field, origin[field]]));

/**
 * A row with the fields that its sync decides: the uid of the source, the time at which copying stops, 14 days from the
 * first sync unless one is stated, and the fields of the source.
 */
export const withSync = (row: RepoRow, previous: RepoRow | undefined, context: RowWriteContext): RepoRow => {
  const { syncConfig } = row;
  if (!syncConfig) return row;
  const { parent, rows, nowMillis } = context;
  const origin = originOf(row, { uid: row.uid, parent }, rows);
  const { source } = syncConfig;
  const expirationTime =
    syncConfig.expirationTime ?? previous?.syncConfig?.expirationTime ?? instant(nowMillis + SYNC_LIFE_MILLIS);
  const inherited = origin ?? previous;
  return omitUndefined({
    ...row,
    ...(inherited && inheritFrom(inherited)),
    ...(origin && { description: row.description || origin.description }),
    syncConfig: { ...syncConfig, ...omitUndefined({ source: origin?.uid ?? source }), expirationTime },
  }) as RepoRow;
};

/** Copies the inherited fields of a repo to those that are synced from it, directly or through others. */
export const passOn = (source: RepoRow, context: RowWriteContext): void => {
  const { tx, now } = context;
  for (const repo of tx.by(repoRows, 'syncConfig.source', source.uid)) {
    if (INHERITED.every((field) => isSame(field, source, repo))) continue;
    const next = omitUndefined({ ...repo, ...inheritFrom(source), updateTime: now }) as RepoRow;
    tx.put(repoRows, next);
    passOn(next, context);
  }
};
