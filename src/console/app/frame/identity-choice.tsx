import { useConsole, useLoaded } from './console-context.ts';
import { Options } from './forms.tsx';

/** The words for the caller if no identity is chosen. */
export const EVERYTHING = 'who may do everything';

/** Chooses the identity that calls are made as, by its uid: empty for the one that may do everything. */
export const IdentityChoice = ({ identity, onChoose }: { identity: string; onChoose: (uid: string) => void }) => {
  const { connection } = useConsole();
  type Answer = { readonly identities: readonly { readonly uid: string; readonly name: string }[] };
  const { value } = useLoaded(
    () => connection.call<Answer>('', 'GET', '/iam/v2/identities?page_size=200&order_by=name'),
    [connection],
  );
  const options = (value?.identities ?? []).map(({ uid, name }) => [uid, name] as const);
  return (
    <label class="as">
      <span class="t2">As</span>
      <select aria-label="As" value={identity} onChange={(event) => onChoose(event.currentTarget.value)}>
        <Options of={[['', EVERYTHING], ...options]} />
      </select>
    </label>
  );
};
