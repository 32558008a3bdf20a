import type { WorldEvent } from '../../../../generated/nouns.ts';
import { parseObject } from '../../../features/evidence/json-value.ts';
import type { Connection } from '../connection.ts';
import { Choice, Form, Report, Send, TextArea, useAction } from '../frame/forms.tsx';

/** The length of the words that all names begin with: lists of them differ in the rest. */
const countSharedWords = ([first = '', ...rest]: readonly string[]): number => {
  const words = first.split('.');
  const isShared = (count: number): boolean =>
    rest.every((name) => name.startsWith(`${words.slice(0, count).join('.')}.`));
  let count = words.length - 1;
  while (count > 0 && !isShared(count)) count -= 1;
  return count === 0 ? 0 : words.slice(0, count).join('.').length + 1;
};

/** Emits an example of a published type about rows that are there, with new parts of it. */
export const Trigger = (props: {
  types: readonly string[];
  connection: Connection;
  onEmitted: (id: string) => void;
}) => {
  const { types, connection, onEmitted } = props;
  const [outcome, act] = useAction();
  const shared = countSharedWords(types);
  const trigger = ({ preset = '', overrides = '{}' }: Readonly<Record<string, string>>): void =>
    act(async () => {
      const wanted = { preset, overrides: parseObject(overrides) };
      const { id, type } = await connection.steer<WorldEvent>('POST', 'events:trigger', wanted);
      onEmitted(id);
      return `Emitted an example of ${type}.`;
    });
  return (
    <section>
      <h3>Trigger an example</h3>
      <Form label="Trigger an example" onSend={trigger}>
        <Choice
          label="Type of the example"
          name="preset"
          options={types.map((type) => [type, type.slice(shared)])}
          isTall
        />
        <TextArea
          label="What replaces parts of it, by their paths"
          name="overrides"
          rows={3}
          placeholder={'{"body.name": "nginx"}'}
        />
        <Send>Trigger</Send>
      </Form>
      <Report outcome={outcome} />
    </section>
  );
};
