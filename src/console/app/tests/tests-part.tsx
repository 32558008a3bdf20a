import { useMemo, useState } from 'preact/hooks';
import type { MadeWorld } from '../../../../generated/nouns.ts';
import { CALL, goTo, partOf, WORLD } from '../address.ts';
import { useCallStore } from '../calls/use-calls.ts';
import { Aside } from '../frame/aside.tsx';
import { Button, Copy, SCROLLS } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { Field, type Fields, Form } from '../frame/forms.tsx';
import { ListPart } from '../frame/list-part.tsx';
import { count, group } from '../frame/text.ts';
import { FOLDS, useMedia } from '../frame/use-media.ts';
import { STANDINGS } from '../frame/world-book.ts';
import { callToShow, type TestRow, testColumns, testLines, testRows } from './test-columns.tsx';
import { TestDetail } from './test-detail.tsx';

/** Makes a world: its name, what it begins with, and when it ends. */
const NewWorld = ({ onClose }: { onClose: () => void }) => {
  const { address, connection } = useConsole();
  const make = async (wanted: Fields): Promise<string> => {
    const { id } = await connection.steer<MadeWorld>('POST', 'worlds', wanted);
    goTo(partOf('calls', address, { [WORLD]: id }));
    return `The world ${id} is made.`;
  };
  return (
    <Aside label="A new world" title="A new world" onClose={onClose}>
      <Form label="Make a world" send="Make and open" onSend={make} takesFocus>
        <Field label="Name" name="name" placeholder="generated" />
        <Field label="From" name="from" defaultValue={`world:${connection.world}`} required />
        <Field label="Ends after" name="ttl" placeholder="never" />
      </Form>
    </Aside>
  );
};

const SETUP = `// vitest.config.ts
export default { test: { globalSetup: ['platform-mock/setup'] } };

// a test
import { test } from 'platform-mock/vitest';`;

/** Drawn in place of the table as long as no test has a world. */
const NO_TEST = (
  <div class="empty">
    <h1>No test has a world yet</h1>
    <p class="t2">
      <code>platform-mock/vitest</code> and <code>platform-mock/playwright</code> make one for each.
    </p>
    <pre class="code" {...SCROLLS}>
      {SETUP}
    </pre>
    <div class="acts">
      <Copy look="pri" text={() => SETUP}>
        Copy the setup
      </Copy>
    </div>
  </div>
);

/** The tests that are found, and the one that is chosen, by the address. */
const useChosenTest = () => {
  const { address, worlds, calls: store } = useConsole();
  const every = useCallStore(store);
  const isSheet = useMedia(FOLDS.sheet);
  const { find: search = '', test: chosen } = address.params;
  const rows = useMemo(() => testRows(worlds, store.list), [worlds, every]);
  const lines = useMemo(() => testLines(rows, search), [rows, search]);
  const found = lines.flatMap((line) => ('row' in line ? [line.row] : []));
  const byAddress = found.find(({ world }) => world.id === chosen);
  const selected = byAddress ?? (chosen === undefined && !isSheet ? found[0] : undefined);
  return { rows, lines, found, search, chosen, selected };
};

/** The tests and their worlds: the failed first, each with what failed, its calls and its age. */
export const TestsPart = () => {
  const { address, set } = useConsole();
  const { rows, lines, found, search, chosen, selected } = useChosenTest();
  const [isMaking, setIsMaking] = useState(false);
  const stop = (): void => setIsMaking(false);
  const tests = rows.filter(({ world }) => world.isTest).length;
  const isNoTest = tests === 0 && rows.length < 2 && search === '';
  /** Opens the calls of a world, at the one that answers what failed. */
  const open = ({ world: { id }, calls }: TestRow): void => {
    const call = callToShow(calls);
    goTo(partOf('calls', address, { [WORLD]: id, [CALL]: call ? String(call.number) : '' }));
  };
  const choose = (id: string): void => set({ test: id });
  return (
    <ListPart
      title="Tests"
      look={`tests ${selected || isMaking ? 'split' : ''}`}
      search={{
        value: search,
        label: 'Search the tests',
        placeholder: 'title, file or world, is:failed, is:running, changed:repos',
        count: search === '' ? count(tests, 'test') : `${found.length} of ${rows.length}`,
        set: (text) => set({ find: text }),
        narrow: ['Failed only', 'is:failed', rows.filter(({ world }) => world.standing === 'failed').length],
      }}
      tools={<Button label="New world" keyName="n" isPressed={isMaking} run={() => setIsMaking(!isMaking)} />}
      table={{
        label: 'Tests',
        look: 'tests',
        items: isNoTest ? [] : lines,
        rowHeight: 28,
        columns: testColumns(Date.now()),
        keyOf: (line) => ('row' in line ? line.row.world.id : `heading ${line.heading}`),
        selected: selected?.world.id,
        rowLook: (line) => ('row' in line && line.row.world.standing === 'failed' ? 'f' : ''),
        line: (line) =>
          'row' in line ? undefined : (
            <span class="grp">
              <span class={line.heading === 'failed' ? 'bad' : ''}>
                {group(line.count)} {STANDINGS[line.heading][0]}
              </span>
            </span>
          ),
        onSelect: (line) => 'row' in line && choose(line.row.world.id),
        onOpen: (line) => 'row' in line && open(line.row),
      }}
      empty={isNoTest && NO_TEST}
      onFirst={() => found[0] && choose(found[0].world.id)}
      onClose={isMaking ? stop : chosen ? () => choose('') : undefined}
    >
      {isMaking && <NewWorld onClose={stop} />}
      {selected && !isMaking && (
        <TestDetail key={selected.world.id} row={selected} onOpen={() => open(selected)} onClose={() => choose('-')} />
      )}
    </ListPart>
  );
};
