import type { JournalChange, JournalEntry } from '../../../../generated/nouns.ts';
import { isObject } from '../../../json.ts';
import { CALL } from '../address.ts';
import { Button, Pairs, PartLink, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { type Action, Section } from '../frame/outcome.tsx';
import { count, isOrAre, showHidden } from '../frame/text.ts';
import { kindWords, placeOfRow, uidEnd } from '../rows/row.ts';

/** The largest number of changes that are drawn. */
const MAX_CHANGES = 100;

const textOf = (value: unknown): string =>
  value === null || value === undefined ? 'absent' : showHidden(JSON.stringify(value));

/** A value before or after a change; the part in which it differs from the other one stands out. */
const Differing = ({ text, other }: { text: string; other: string }) => {
  const shorter = Math.min(text.length, other.length);
  let from = 0;
  while (from < shorter && text[from] === other[from]) from += 1;
  let behind = 0;
  while (behind < shorter - from && text.at(-1 - behind) === other.at(-1 - behind)) behind += 1;
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

/** Fields with their values before and after; of a row that was made with the value after alone. */
export const FieldDiff = ({ fields }: { fields: Readonly<Record<string, readonly unknown[]>> }) => (
  <div class="diff">
    {Object.entries(fields).map(([name, values]) => {
      const [next = '', old] = values.map(textOf).reverse();
      return (
        <>
          <Text look="k">{name}</Text>
          {old !== undefined && (
            <>
              <span class="o">−</span>
              <span class="o wrap">
                <Differing text={old} other={next} />
              </span>
            </>
          )}
          <span class={old === undefined ? 'n' : 'n sign'}>+</span>
          <span class="n wrap">{old === undefined ? <bdi>{next}</bdi> : <Differing text={next} other={old} />}</span>
        </>
      );
    })}
  </div>
);

const One = ({ change, entry, world }: { change: JournalChange; entry: JournalEntry; world: string }) => {
  const { facts, isReadOnly } = useConsole();
  const { type, uid, name, fields } = change;
  const answer = isObject(entry.answer) ? entry.answer : {};
  const isAnswered = answer.uid === uid || answer.id === uid;
  const made = Object.fromEntries(Object.entries(answer).map(([field, value]) => [field, [value]]));
  const unchanged = fields && isAnswered ? Object.keys(answer).filter((field) => !Object.hasOwn(fields, field)) : [];
  // A trace has the row as it was after the call, or before it if it was deleted.
  const moment = { [CALL]: String(entry.number), at: change.change === 'deleted' ? 'before' : 'after' };
  const place = placeOfRow(facts.kinds, type, uid);
  const row = { world, ...place, row: uid, ...(isReadOnly && moment) };
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
        {(change.change !== 'deleted' || isReadOnly) && (
          <PartLink to="rows" params={row}>
            Open row
          </PartLink>
        )}
      </h3>
      {fields && <FieldDiff fields={fields} />}
      {change.change === 'created' && isAnswered && <FieldDiff fields={made} />}
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
export const ChangesTab = (props: { entry: JournalEntry; world: string; onBefore: Action['run'] | undefined }) => {
  const { entry, world, onBefore } = props;
  const { changes, furtherChanges = 0, unread, events = [] } = entry;
  const all = changes.length + furtherChanges;
  const verbs = ['created', 'updated', 'deleted'].filter((verb) => changes.some(({ change }) => change === verb));
  const fields = all === 1 ? Object.keys(changes[0]?.fields ?? {}).length : 0;
  const remaining = Math.max(0, changes.length - MAX_CHANGES) + furtherChanges;
  return (
    <>
      <section>
        {changes.length === 0 ? (
          <p class="t3">Nothing changed: this call wrote no row.</p>
        ) : (
          <p class="lead">
            <b>{`${count(all, 'row')} ${verbs.join(' and ')}${fields > 0 ? ',' : '.'}`}</b>
            {fields > 0 && ` ${count(fields, 'field')} of it.`}
          </p>
        )}
      </section>
      {changes.slice(0, MAX_CHANGES).map((change) => (
        <One key={`${change.type} ${change.uid}`} change={change} entry={entry} world={world} />
      ))}
      {remaining > 0 && <p class="t2">{`${count(remaining, 'further change')} ${isOrAre(remaining)} not listed.`}</p>}
      {unread.length > 0 && (
        <Section title="Asked for, not changed">
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
        </Section>
      )}
      {(events.length > 0 || onBefore) && (
        <Section title="What came of it">
          <Pairs
            pairs={[
              events.length > 0 && ['Events', count(events.length, 'event')],
              onBefore && [
                'Before this call',
                <Button label="Open the world as it was" key="b" run={onBefore} keyName="b" />,
              ],
            ]}
          />
        </Section>
      )}
    </>
  );
};
