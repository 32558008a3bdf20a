import type { ComponentProps } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Call } from '../calls/call.ts';
import { Icon, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { useKeys } from '../frame/keys.ts';
import { Option, WorldField } from '../frame/options.tsx';
import { group, plainLine } from '../frame/text.ts';
import { findWorlds, type KnownWorld } from '../frame/world-book.ts';

/** The largest number of worlds that are listed at once. */
const MAX_LISTED = 500;

/** The outcome of the run of a world: by its test if that is known, else by its calls. */
type Course = 'failed' | 'faltered' | 'passed' | 'smooth';

/** The headings of the list, each with the mark of the worlds below it. */
const COURSES: Readonly<Record<Course, readonly [words: string, mark: ComponentProps<typeof Icon>]>> = {
  failed: ['failed', { name: 'bad', look: 'bad', title: 'Failed' }],
  faltered: ['with failed calls', { name: 'bad', look: 't3', title: 'Has failed calls' }],
  passed: ['passed', { name: 'ok', look: 't3', title: 'Passed' }],
  smooth: ['without failed calls', { name: 'ok', look: 't3', title: 'No call failed' }],
};
const NAMES = Object.keys(COURSES) as readonly Course[];

/** The worlds that a text finds with the course of each, in the order of the headings. */
const findCourses = (worlds: readonly KnownWorld[], calls: readonly Call[], text: string) => {
  const failing = new Set(calls.filter(({ failed, faulted }) => failed && !faulted).map(({ world }) => world));
  const named = findWorlds(worlds, text).map((world) => {
    const course: Course = world.result ?? (failing.has(world.id) ? 'faltered' : 'smooth');
    return { world, course };
  });
  return NAMES.flatMap((course) => named.filter((each) => each.course === course));
};

/** The found worlds under their courses. */
const Courses = (props: {
  found: ReturnType<typeof findCourses>;
  at: number;
  opened: string | undefined;
  onOpen: (nth: number) => void;
}) => {
  const { found, at, opened, onOpen } = props;
  return (
    <>
      {NAMES.map((name) => {
        const count = found.filter(({ course }) => course === name).length;
        return count === 0 ? null : (
          <div key={name} role="group" aria-labelledby={`course-${name}`}>
            <div class={`grp ${name === 'failed' ? 'bad' : ''}`} id={`course-${name}`} role="presentation">
              {group(count)} {COURSES[name][0]}
            </div>
            {found.slice(0, MAX_LISTED).map(
              ({ world: { id, file, title, journal }, course }, nth) =>
                course === name && (
                  <Option
                    key={id}
                    id={`indexed-${nth}`}
                    look={nth === at ? 'at' : ''}
                    title={plainLine(`${file} ${title}`)}
                    isChosen={id === opened}
                    onChoose={() => onOpen(nth)}
                  >
                    <Icon {...COURSES[course][1]} />
                    <Text look={`cut ${course === 'failed' ? 'b' : ''}`}>{title}</Text>
                    <span class="num t3">{group(journal)}</span>
                  </Option>
                ),
            )}
          </div>
        );
      })}
    </>
  );
};

/** The worlds of a trace, the failed ones first. `onOpen` is called with the id of one, empty for all. */
export const TraceIndex = ({ calls, onOpen }: { calls: readonly Call[]; onOpen: (world: string) => void }) => {
  const { world: opened, worlds } = useConsole();
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => findCourses(worlds.all, calls, text), [worlds, calls, text]);
  const length = Math.min(found.length, MAX_LISTED);
  const further = found.length - length;
  const open = (nth: number): void => {
    const wanted = found[Math.max(0, nth)];
    if (wanted) onOpen(wanted.world.id);
  };
  const write = (written: string): void => {
    setText(written);
    setAt(written === '' ? -1 : 0);
  };
  const keys = {
    ArrowDown: () => setAt(Math.min(length - 1, at + 1)),
    ArrowUp: () => setAt(Math.max(0, at - 1)),
    Enter: () => open(at),
    Escape: () => (text === '' ? input.current?.blur() : write('')),
  };
  useKeys({ w: () => input.current?.checkVisibility() === true && input.current.select() });
  useLayoutEffect(() => list.current?.querySelector('.at')?.scrollIntoView({ block: 'nearest' }), [at]);
  return (
    <nav class="idx" aria-label="Worlds">
      <search class="bar">
        <label class="find" htmlFor="find-world">
          <Icon name="find" />
          <span class="vh">Find a world</span>
          <WorldField
            text={text}
            input={input}
            keys={keys}
            onWrite={write}
            list="index"
            chosen={found[at] && `indexed-${at}`}
          />
        </label>
      </search>
      <div class="tbl" role="listbox" id="index" aria-label="Worlds" ref={list} tabIndex={0}>
        {text === '' && (
          <Option id="indexed-all" isChosen={opened === undefined} onChoose={() => onOpen('')}>
            <i class="i" />
            <span class="cut">All worlds</span>
            <span class="num t3">{group(calls.length)}</span>
          </Option>
        )}
        <Courses found={found} at={at} opened={opened} onOpen={open} />
      </div>
      <p class="t3 hint">
        {further > 0 && `${group(further)} more: write a part of a title. `}
        {found.length === 0 && text !== '' && 'No world has this in its title, file or name.'}
      </p>
    </nav>
  );
};
