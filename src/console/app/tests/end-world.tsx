import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../frame/bits.tsx';

/** Asks whether a world is to end: there is no way back from it. */
export const EndWorld = (props: { id: string; onEnd: () => void; onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="end-world" onClose={props.onClose}>
      <h2 id="end-world">End the world {props.id}?</h2>
      <p class="t2">Its rows are gone then. Its calls stay until they are dropped.</p>
      <div class="acts">
        <Button
          look="pri"
          onClick={() => {
            props.onEnd();
            dialog.current?.close();
          }}
        >
          End it
        </Button>
        <Button look="q" onClick={() => dialog.current?.close()}>
          Cancel
        </Button>
      </div>
    </dialog>
  );
};
