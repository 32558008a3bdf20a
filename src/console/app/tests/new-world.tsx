import { Button } from '../frame/bits.tsx';
import { useKeys } from '../frame/keys.ts';

/** The fields of a form that hands them over as text, without those that are empty. */
const fieldsOf = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)] as const])),
  );

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
