import type { JsonObject } from '../../../features/evidence/json-value.ts';
import { JsonView } from '../detail/json-view.tsx';
import { useConsole } from '../frame/console-context.ts';
import { useLoaded } from '../use-loaded.ts';
import type { Row } from './row.ts';

/** Things that belong to a row and are read by a path of their own: title and path. */
type Beside = readonly (readonly [title: string, path: (uid: string, row: Row | undefined) => string])[];

const digestOf = (row: Row | undefined): string => encodeURIComponent(String(row?.digest ?? ''));
const repoOf = (uid: string): string => uid.slice(0, uid.lastIndexOf('/'));

/** By the kind of the row. */
export const BESIDE: ReadonlyMap<string, Beside> = new Map<string, Beside>([
  [
    'repos',
    [
      ['Readme', (uid) => `/registry/v2/repos/${uid}/readme`],
      ['Deployment', (uid) => `/registry/v1/repos/${uid}/deployment`],
      // Packages have no list; their images are mostly in a repo of the same name.
      ['Package versions', (_, row) => `/registry/v1/versions/${encodeURIComponent(String(row?.name ?? ''))}`],
    ],
  ],
  [
    'tags',
    [
      ['Architectures', (uid, row) => `/registry/v2/repos/${repoOf(uid)}/digests/${digestOf(row)}/architectures`],
      ['Image', (uid, row) => `/registry/v1/repos/${repoOf(uid)}/digests/${digestOf(row)}/imageconfig`],
    ],
  ],
  ['groups', [['Registry settings', (uid) => `/registry/v1/settings/${uid}`]]],
  ['artifacts', [['Versions', (uid) => `/libraries/v2/artifacts/${encodeURIComponent(uid)}/versions`]]],
]);

/** The things that belong to a row, as the API answers them. */
export const BesideRow = ({ kind, uid, row }: { kind: string; uid: string; row: Row | undefined }) => {
  const { connection } = useConsole();
  const { value } = useLoaded(
    () =>
      Promise.all(
        (BESIDE.get(kind) ?? []).map(async ([title, path]) => {
          const answer = await connection.call<JsonObject>('', 'GET', path(uid, row)).catch(() => undefined);
          return [title, answer] as const;
        }),
      ),
    [connection, kind, uid, row],
  );
  return (
    <>
      {value?.map(([title, answer]) => (
        <section key={title}>
          <h3>{title}</h3>
          {answer ? <JsonView label={title} value={answer} /> : <p class="t3">None.</p>}
        </section>
      ))}
    </>
  );
};
