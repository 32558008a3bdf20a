import { useEffect, useRef } from 'preact/hooks';
import { Button } from './bits.tsx';
import { useConsole } from './console-context.ts';

/** The keys with their actions; without `where` they work in every part. */
const KEYS: readonly (readonly [keys: string, does: string, where?: 'mock' | 'trace'])[] = [
  ['↑ ↓ j k', 'row above, row below'],
  ['Home End PgUp PgDn', 'first, last, a page up, a page down'],
  ['[ ]', 'failed row before, failed row next'],
  ['← →', 'tab of the detail'],
  ['Enter', 'open; into the detail'],
  ['Esc', 'close what is on top, then the detail, then the search'],
  ['/', 'search'],
  ['e', 'errors only'],
  ['p', 'pause, continue', 'mock'],
  ['w', 'choose the world'],
  ['r', 'send the call again', 'mock'],
  ['g', 'grant what is missing', 'mock'],
  ['f', 'fail next time', 'mock'],
  ['b', 'the world before the call', 'mock'],
  ['b', 'the rows before the call', 'trace'],
  ['o', 'send the event once more', 'mock'],
  ['c', 'copy as curl, or what is shown'],
  ['y', 'copy as a test'],
  ['d', 'what has changed in the world', 'mock'],
  ['s', 'save a snapshot of the world', 'mock'],
  ['i', 'edit the row', 'mock'],
  ['n', 'new row, world, event, fault', 'mock'],
  ['Delete', 'end the world, delete the row', 'mock'],
];

/** The list of keys of a page with so many parts, in a dialog: of a trace those alone that only show. */
export const KeysDialog = ({ parts, onClose }: { parts: number; onClose: () => void }) => {
  const { isReadOnly } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The focus is on its button, which may be below what is in sight.
    dialog.current?.scrollTo(0, 0);
  }, []);
  const other = isReadOnly ? 'mock' : 'trace';
  const lines = [...KEYS.filter(([, , where]) => where !== other), [`1 – ${parts}`, 'the parts'] as const];
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys" onClose={onClose}>
      <h2 id="keys">Keys</h2>
      <dl class="kv">
        {lines.map(([keys, does]) => (
          <>
            <dt>
              {keys.split(' ').map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <p class="t3">Single keys do this outside of what is written in.</p>
      <div class="acts">
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </dialog>
  );
};
