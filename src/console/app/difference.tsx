import type { StateDifference } from '../../steering/contract/nouns.ts';
import { jsonText } from './json.ts';

/** The most rows that are listed. */
const MOST = 200;

/** Shows the difference between two states, row by row. */
export const Difference = ({ difference: { added, removed, changed } }: { difference: StateDifference }) => {
  const rows = [
    ...added.map((row) => ['added', row, undefined] as const),
    ...removed.map((row) => ['removed', row, undefined] as const),
    ...changed.map((row) => ['changed', row, row.fields] as const),
  ];
  return (
    <div class="card">
      <p>{`${added.length} added, ${removed.length} removed, ${changed.length} changed`}</p>
      <ul aria-label="Differences">
        {rows.slice(0, MOST).map(([how, { type, uid, name }, fields]) => (
          <li>
            {how} {type} <strong>{name ?? ''}</strong> <code>{uid}</code> {fields && <code>{jsonText(fields)}</code>}
          </li>
        ))}
      </ul>
    </div>
  );
};
