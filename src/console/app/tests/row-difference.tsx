import type { StateDifference } from '../../../../generated/nouns.ts';
import { FieldDiff } from '../detail/changes-tab.tsx';
import { Name } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { count, isOrAre } from '../frame/text.ts';
import { kindWords, uidEnd } from '../rows/row.ts';

/** The largest number of rows that are drawn. */
const MAX_ROWS = 200;

const SIGNS = { added: '+', removed: '−', changed: '~' } as const;

/** The rows that differ between two states, each with what differs in it. */
export const RowDifference = ({ difference }: { difference: StateDifference }) => {
  const { kinds } = useConsole().facts;
  const { added, removed, changed } = difference;
  const rows = [
    ...added.map((row) => ['added', row, undefined] as const),
    ...removed.map((row) => ['removed', row, undefined] as const),
    ...changed.map((row) => ['changed', row, row.fields] as const),
  ];
  const further = rows.length - MAX_ROWS;
  if (rows.length === 0) return <p class="t3">No row differs.</p>;
  return (
    <>
      <ul class="differences" aria-label="Differences">
        {rows.slice(0, MAX_ROWS).map(([how, { type, uid, name }, fields]) => (
          <li key={`${type} ${uid}`}>
            <span class="num" title={how}>
              {SIGNS[how]}1
            </span>{' '}
            <span class="t2">{kindWords(kinds, type, 1)}</span> <Name>{name ?? ''}</Name>{' '}
            <span class="m t3" title={uid}>
              {uidEnd(uid)}
            </span>
            {fields && <FieldDiff fields={fields} />}
          </li>
        ))}
      </ul>
      {further > 0 && <p class="t2">{`${count(further, 'further row')} ${isOrAre(further)} not listed.`}</p>}
    </>
  );
};
