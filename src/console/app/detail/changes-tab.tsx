import type { JournalChange, JournalEntry } from '../../../../generated/nouns.ts';
import { isObject, type JsonObject } from '../../../features/evidence/json-value.ts';
import { CALL, partOf, writeAddress } from '../address.ts';
import { Button, count, isOrAre, Pairs, showHidden, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { kindWords, placeOfRow, uidEnd } from '../rows/row.ts';

/** The largest number of changes that are drawn. */
const MAX_SHOWN = 100;

const textOf = (value: unknown): string =>
  value === null || value === undefined ? 'absent' : showHidden(JSON.stringify(value));

/** A value before or after a change; the part in which it differs from the other one stands out. */
const Differing = ({ text, other }: { text: string; other: string }) => {
  const most = Math.min(text.length, other.length);
  let from = 0;
  while (from < most && text[from] === other[from]) from += 1;
  let behind = 0;
  while (behind < most - from && text.at(-1 - behind) === other.at(-1 - behind)) behind += 1;
  // A value that has nothing in common with the other one stands out as it is.
  if (from + behind < 2) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.slice(0, from)}
      <mark>{text.slice(from, text.length - behind)}</mark>
      {text.slice(text.length - behind)}
    </bdi>
  );
};

/** Fields with their values before and after. */
export const FieldDiff = ({ fields }: { fields: Readonly<Record<string, readonly unknown[]>> }) => (
  <div class="diff">
    {Object.entries(fields).map(([name, [before, after]]) => {
      const [old, next] = [textOf(before), textOf(after)];
      return (
        <>
          <Text look="k">{name}</Text>
          <span class="o">−</span>
          <span class="o wrap">
            <Differing text={old} other={next} />
          </span>
          <span class="n sign">+</span>
          <span class="n wrap">
            <Differing text={next} other={old} />
          </span>
        </>
      );
    })}
  </div>
);

const MadeFields = ({ row }: { row: JsonObject }) => (
  <div class="diff">
    {Object.entries(row).map(([name, value]) => (
      <>
        <Text look="k">{name}</Text>
        <span class="n">+</span>
        <span class="n wrap">
          <bdi>{textOf(value)}</bdi>
        </span>
      </>
    ))}
  </div>
);

const leadOf = (changes: readonly JournalChange[], further: number): readonly [strong: string, rest: string] => {
  const [first] = changes;
  if (!first) return ['', 'Nothing changed: this call wrote no row.'];
  const all = changes.length + further;
  const verbs = ['created', 'updated', 'deleted'].filter((verb) => changes.some(({ change }) => change === verb));
  const fields = Object.keys(first.fields ?? {}).length;
  const rest = all === 1 && fields > 0 ? ` ${count(fields, 'field')} of it.` : '';
  return [`${count(all, 'row')} ${verbs.join(' and ')}${rest === '' ? '.' : ','}`, rest];
};

const One = ({ change, entry, world }: { change: JournalChange; entry: JournalEntry; world: string }) => {
  const { address, facts, isReadOnly } = useConsole();
  const { type, uid, name, fields } = change;
  const answer = isObject(entry.answer) ? entry.answer : {};
  const isAnswered = answer.uid === uid || answer.id === uid;
  const unchanged = fields && isAnswered ? Object.keys(answer).filter((field) => !Object.hasOwn(fields, field)) : [];
  // In a trace a row is shown as it was after the call, or before it if it was deleted.
  const moment = { [CALL]: String(entry.number), at: change.change === 'deleted' ? 'before' : 'after' };
  const place = placeOfRow(facts.kinds, type, uid);
  const row = partOf('rows', address, { world, ...place, row: uid, ...(isReadOnly && moment) });
  return (
    <section>
      <h3 class="cap">
        <span>
          {change.change} {kindWords(facts.kinds, type, 1)} <b>{name !== undefined && <Text>{name}</Text>}</b>
        </span>
        <span class="m t3" title={uid}>
          {uidEnd(uid)}
        </span>
        <span class="sp" />
        {(change.change !== 'deleted' || isReadOnly) && <a href={writeAddress(row)}>Open row</a>}
      </h3>
      {fields && <FieldDiff fields={fields} />}
      {change.change === 'created' && isAnswered && <MadeFields row={answer} />}
      {unchanged.length > 0 && (
        <details>
          <summary>{count(unchanged.length, 'unchanged field')}</summary>
          <p class="m t2">{showHidden(unchanged.join(', '))}</p>
        </details>
      )}
    </section>
  );
};

/** The changes of a call, field by field, and their consequences. */
export const ChangesTab = (props: { entry: JournalEntry; world: string; onBefore: (() => void) | undefined }) => {
  const { entry, world, onBefore } = props;
  const { changes, furtherChanges = 0, unread, events = [] } = entry;
  const [strong, rest] = leadOf(changes, furtherChanges);
  const remaining = Math.max(0, changes.length - MAX_SHOWN) + furtherChanges;
  return (
    <>
      <section>
        <p class={changes.length === 0 ? 't3' : 'lead'}>
          <b>{strong}</b>
          {rest}
        </p>
      </section>
      {changes.slice(0, MAX_SHOWN).map((change) => (
        <One key={`${change.type} ${change.uid}`} change={change} entry={entry} world={world} />
      ))}
      {remaining > 0 && <p class="t2">{`${count(remaining, 'further change')} ${isOrAre(remaining)} not shown.`}</p>}
      {unread.length > 0 && (
        <section>
          <h3>Asked for, not changed</h3>
          <Pairs
            pairs={unread.map((path) => [
              <span class="m wrap" key={path}>
                <Text>{path}</Text>
              </span>,
              <span class="t2" key="of">
                nobody read it
              </span>,
            ])}
          />
        </section>
      )}
      {(events.length > 0 || onBefore) && (
        <section>
          <h3>What came of it</h3>
          <Pairs
            pairs={[
              events.length > 0 && ['Events', count(events.length, 'event')],
              onBefore && [
                'Before this call',
                <Button key="b" onClick={onBefore} keyName="b">
                  Open the world as it was
                </Button>,
              ],
            ]}
          />
        </section>
      )}
    </>
  );
};
