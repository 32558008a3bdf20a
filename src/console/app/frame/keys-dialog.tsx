import { useEffect, useRef } from 'preact/hooks';
import { Button } from './bits.tsx';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['↑ ↓ j k', 'row above, row below'],
  ['Home End PgUp PgDn', 'first, last, a page up, a page down'],
  ['[ ]', 'failed row before, failed row next'],
  ['← →', 'tab of the detail'],
  ['Enter', 'open; into the detail'],
  ['Esc', 'close what is on top, then the detail, then the search'],
  ['/', 'search'],
  ['e', 'errors only'],
  ['p', 'pause, continue'],
  ['w', 'choose the world'],
  ['1 – 8', 'the parts'],
  ['r', 'send the call again'],
  ['g', 'grant what is missing'],
  ['f', 'fail next time'],
  ['b', 'the world before the call'],
  ['o', 'send the event once more'],
  ['c', 'copy as curl, or what is shown'],
  ['y', 'copy as a test'],
  ['d', 'what has changed in the world'],
  ['i', 'edit the row'],
  ['n', 'new row, new world'],
  ['Delete', 'end the world, delete the row'],
];

/** The list of keys, in a dialog. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys" onClose={onClose}>
      <h2 id="keys">Keys</h2>
      <dl class="kv">
        {KEYS.map(([keys, does]) => (
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
