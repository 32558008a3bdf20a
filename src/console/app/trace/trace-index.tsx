import type { ComponentProps } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Call } from '../calls/call.ts';
import { group, plainLine, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { Icon } from '../frame/icons.tsx';
import { useKeys } from '../frame/keys.ts';
import { Option, WorldField } from '../frame/options.tsx';
import { findWorlds, type KnownWorld } from '../frame/world-book.ts';

/** The largest number of worlds that are listed at once. */
const MAX_SHOWN = 500;

/** The outcome of the run of a world: by its test if that is known, else by its calls. */
type Course = 'failed' | 'faltered' | 'passed' | 'smooth';

/** The headings of the list, each with the mark of the worlds below it. */
const COURSES: Readonly<Record<Course, readonly [words: string, mark: ComponentProps<typeof Icon>]>> = {
  failed: ['failed', { name: 'bad', look: 'bad', title: 'Failed' }],
  faltered: ['with failed calls', { name: 'bad', look: 't3', title: 'Has failed calls' }],
  passed: ['passed', { name: 'ok', look: 't3', title: 'Passed' }],
  smooth: ['without failed calls', { name: 'ok', look: 't3', title: 'No call failed' }],
};

interface Indexed {
  readonly world: KnownWorld;
  readonly course: Course;
}

/** The worlds that a text finds, by how they went: the failed first. */
const indexOf = (worlds: readonly KnownWorld[], calls: readonly Call[], text: string): readonly Indexed[] => {
  const failing = new Set(calls.filter(({ failed, faulted }) => failed && !faulted).map(({ world }) => world));
  const indexed = findWorlds(worlds, text).map((world): Indexed => {
    const course = world.result ?? (failing.has(world.id) ? 'faltered' : 'smooth');
    return { world, course };
  });
  return (Object.keys(COURSES) as Course[]).flatMap((course) => indexed.filter((each) => each.course === course));
};

const Line = (props: ComponentProps<typeof Option> & { isAt: boolean; calls: number }) => (
  <Option {...props} look={props.isAt ? 'at' : ''}>
    {props.children}
    <span class="num t3">{group(props.calls)}</span>
  </Option>
);

/** The worlds that are found under how they went, at most `MAX_SHOWN` of them. */
const Courses = (props: {
  found: readonly Indexed[];
  at: number;
  opened: string | undefined;
  onOpen: (nth: number) => void;
}) => {
  const { found, at, opened, onOpen } = props;
  const lines = found.slice(0, MAX_SHOWN).map(({ world, course }, nth) => ({
    course,
    line: (
      <Line
        key={world.id}
        id={`indexed-${nth}`}
        calls={world.journal}
        title={plainLine(`${world.file} ${world.title}`)}
        isAt={nth === at}
        isChosen={world.id === opened}
        onChoose={() => onOpen(nth)}
      >
        <Icon {...COURSES[course][1]} />
        <Text look={`cut ${course === 'failed' ? 'b' : ''}`}>{world.title}</Text>
      </Line>
    ),
  }));
  return (Object.keys(COURSES) as Course[]).map((course) => {
    const count = found.filter((each) => each.course === course).length;
    return count === 0 ? null : (
      <div key={course} role="group" aria-labelledby={`course-${course}`}>
        <div class={`grp ${course === 'failed' ? 'bad' : ''}`} id={`course-${course}`} role="presentation">
          {group(count)} {COURSES[course][0]}
        </div>
        {lines.filter((each) => each.course === course).map(({ line }) => line)}
      </div>
    );
  });
};

/** The found worlds, the field that finds them, and the keys by which it walks through them. */
const useIndex = (calls: readonly Call[], onOpen: (world: string) => void) => {
  const { worlds } = useConsole();
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const found = useMemo(() => indexOf(worlds.all, calls, text), [worlds, calls, text]);
  const length = Math.min(found.length, MAX_SHOWN);
  useKeys({ w: () => input.current?.checkVisibility() === true && input.current.select() });
  const open = (nth: number): void => {
    const wanted = found[Math.max(0, nth)];
    if (wanted) onOpen(wanted.world.id);
  };
  const onWrite = (written: string): void => {
    setText(written);
    setAt(written === '' ? -1 : 0);
  };
  const keys = {
    ArrowDown: () => setAt(Math.min(length - 1, at + 1)),
    ArrowUp: () => setAt(Math.max(0, at - 1)),
    Enter: () => open(at),
    Escape: () => (text === '' ? input.current?.blur() : onWrite('')),
  };
  return { found, further: found.length - length, at, open, field: { text, input, keys, onWrite } };
};

/** The worlds of a trace, the failed ones first. `onOpen` is called with the id of one, empty for all. */
export const TraceIndex = ({ calls, onOpen }: { calls: readonly Call[]; onOpen: (world: string) => void }) => {
  const { world: opened } = useConsole();
  const { found, further, at, open, field } = useIndex(calls, onOpen);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.querySelector('.at')?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <nav class="idx" aria-label="Worlds">
      <search class="bar">
        <label class="find" htmlFor="find-world">
          <Icon name="find" />
          <span class="vh">Find a world</span>
          <WorldField {...field} list="index" chosen={found[at] && `indexed-${at}`} />
        </label>
      </search>
      <div class="tbl" role="listbox" id="index" aria-label="Worlds" ref={list} tabIndex={0}>
        {field.text === '' && (
          <Line
            id="indexed-all"
            calls={calls.length}
            isAt={false}
            isChosen={opened === undefined}
            onChoose={() => onOpen('')}
          >
            <i class="i" />
            <span class="cut">All worlds</span>
          </Line>
        )}
        <Courses found={found} at={at} opened={opened} onOpen={open} />
      </div>
      <p class="t3 hint">
        {further > 0 && `${group(further)} more: write a part of a title. `}
        {found.length === 0 && field.text !== '' && 'No world has this in its title, file or name.'}
      </p>
    </nav>
  );
};
