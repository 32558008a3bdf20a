import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './bits.tsx';

/** A dialog with a button that closes it, before which there is one for an action if it asks for that. */
export const Dialog = (props: {
  /** The id of its title. */
  id: string;
  look?: string;
  title: string;
  children: ComponentChildren;
  action?: { readonly label: string; readonly run: () => void };
  onClose: () => void;
}) => {
  const { id, action } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  const act = (): void => {
    action?.run();
    close();
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
        {action && (
          <Button look="pri" onClick={act}>
            {action.label}
          </Button>
        )}
        <Button look={action ? 'q' : ''} onClick={close}>
          {action ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </dialog>
  );
};
