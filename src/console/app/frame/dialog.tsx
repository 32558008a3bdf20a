import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './bits.tsx';
import type { Action } from './outcome.tsx';

/** A dialog with a button that closes it, before which there is one for an action if it asks for that. */
export const Dialog = (props: {
  /** The id of its title. */
  id: string;
  look?: string;
  title: string;
  children: ComponentChildren;
  action?: Action;
  onClose: () => void;
}) => {
  const { id, action } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  const act = (): unknown => {
    close();
    return action?.run();
  };
  useEffect(() => {
    dialog.current?.showModal();
    // The focus is on its button, which may be below what is in sight.
    dialog.current?.scrollTo(0, 0);
  }, []);
  return (
    <dialog ref={dialog} class={props.look} aria-labelledby={id} onClose={props.onClose}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
      <div class="acts">
        {action && <Button label={action.label} look="pri" run={act} />}
        <Button label={action ? 'Cancel' : 'Close'} look={action ? 'q' : ''} run={close} />
      </div>
    </dialog>
  );
};
