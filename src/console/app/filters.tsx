import { type Address, withParams } from './address.ts';
import { Field, Form } from './parts.tsx';
import { goTo } from './use-address.ts';

/** A filter of a list: its name in the control plane and the address, and the label of its field. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** The id of the list that its field completes from. */
  readonly list?: string;
}

/** The filters that the address has, as the end of a query. */
export const filterQuery = ({ params }: Address, filters: readonly Filter[]): string =>
  filters.flatMap(({ name }) => (params[name] ? [`&${name}=${encodeURIComponent(params[name])}`] : [])).join('');

/** The filters of a list in a form, kept in the address; `shown` is the parameter of the item open in the list. */
export const Filters = (props: { address: Address; filters: readonly Filter[]; shown: string; all: string }) => {
  const { address, filters, shown, all } = props;
  const none = Object.fromEntries(filters.map(({ name }) => [name, '']));
  return (
    <Form label="Filters" onSend={(fields) => goTo(withParams(address, { ...none, [shown]: '', ...fields }))}>
      {filters.map(({ name, label, list }) => (
        <Field label={label} name={name} value={address.params[name] ?? ''} {...(list && { list })} />
      ))}
      <button type="submit">Filter</button>
      <button type="button" onClick={() => goTo(withParams(address, none))}>
        {all}
      </button>
    </Form>
  );
};
