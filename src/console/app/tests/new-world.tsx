import { Button } from '../frame/bits.tsx';
import { fieldsOf } from '../frame/forms.tsx';
import { useKeys } from '../frame/keys.ts';

/** Makes a world: its name, what it begins with, and when it ends. */
export const NewWorld = (props: {
  from: string;
  onMake: (wanted: Readonly<Record<string, string>>) => void;
  onClose: () => void;
}) => {
  useKeys({ Escape: props.onClose });
  return (
    <form
      class="pop form new"
      aria-label="Make a world"
      onSubmit={(event) => {
        event.preventDefault();
        props.onMake(fieldsOf(event.currentTarget));
      }}
    >
      <h2>A new world</h2>
      <label class="row">
        <span>Name</span>
        <input class="field" name="name" placeholder="generated" autocomplete="off" ref={(field) => field?.focus()} />
      </label>
      <label class="row">
        <span>From</span>
        <input class="field" name="from" defaultValue={props.from} required autocomplete="off" />
      </label>
      <label class="row">
        <span>Ends after</span>
        <input class="field" name="ttl" placeholder="never" autocomplete="off" />
      </label>
      <div class="acts">
        <button type="submit" class="btn pri">
          Make and open
        </button>
        <Button look="q" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
};
