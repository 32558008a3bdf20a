import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Call } from '../calls/call.ts';
import { group, plainLine, Text } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { Icon } from '../frame/icons.tsx';
import { useKeys } from '../frame/keys.ts';
import { findWorlds, type KnownWorld } from '../frame/world-book.ts';

/** The largest number of worlds that are listed at once. */
const MAX_SHOWN = 500;

/** How the run of a world went: by its test if that is known, else by its calls. */
type Course = 'failed' | 'faltered' | 'passed' | 'smooth';

const HEADINGS: Readonly<Record<Course, string>> = {
  failed: 'failed',
  faltered: 'with failed calls',
  passed: 'passed',
  smooth: 'without failed calls',
};

const courseOf = ({ result }: KnownWorld, hasFailed: boolean): Course => result ?? (hasFailed ? 'faltered' : 'smooth');

interface Indexed {
  readonly world: KnownWorld;
  readonly course: Course;
}

/** The worlds that a text finds, by how they went: the failed first. */
const indexOf = (worlds: readonly KnownWorld[], calls: readonly Call[], text: string): readonly Indexed[] => {
  const failing = new Set(calls.filter(({ failed, faulted }) => failed && !faulted).map(({ world }) => world));
  const indexed = findWorlds(worlds, text).map((world) => ({ world, course: courseOf(world, failing.has(world.id)) }));
  return (Object.keys(HEADINGS) as Course[]).flatMap((course) => indexed.filter((each) => each.course === course));
};

const Mark = ({ course }: Pick<Indexed, 'course'>) =>
  course === 'failed' ? (
    <Icon name="bad" look="bad" title="Failed" />
  ) : course === 'faltered' ? (
    <Icon name="bad" look="t3" title="Has failed calls" />
  ) : (
    <Icon name="ok" look="t3" title={course === 'passed' ? 'Passed' : 'No call failed'} />
  );

interface LineProps {
  readonly id: string;
  /** True for the one that Enter opens. */
  readonly isAt: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

const Line = (props: LineProps & { calls: number; title?: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
  <div
    id={props.id}
    class={`o ${props.isAt ? 'at' : ''}`}
    role="option"
    aria-selected={props.isOpen ? 'true' : 'false'}
    title={props.title}
    onPointerDown={(event) => event.preventDefault()}
    onClick={props.onOpen}
  >
    {props.children}
    <span class="num t3">{group(props.calls)}</span>
  </div>
);

const WorldLine = ({ world, course, ...line }: LineProps & Indexed) => (
  <Line {...line} calls={world.journal} title={plainLine(`${world.file} ${world.title}`)}>
    <Mark course={course} />
    <Text look={`cut ${course === 'failed' ? 'b' : ''}`}>{world.title}</Text>
  </Line>
);

/** The search of the index, and the keys that walk through what it finds. */
const IndexSearch = (props: {
  text: string;
  at: number;
  length: number;
  input: RefObject<HTMLInputElement>;
  onWrite: (text: string) => void;
  onMove: (to: number) => void;
  onOpen: () => void;
}) => {
  const { text, at, length, input, onWrite, onMove, onOpen } = props;
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') onMove(Math.min(length - 1, at + 1));
    else if (event.key === 'ArrowUp') onMove(Math.max(0, at - 1));
    else if (event.key === 'Enter') onOpen();
    else if (event.key === 'Escape' && text !== '') onWrite('');
    else if (event.key === 'Escape') input.current?.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search class="bar">
      <label class="find">
        <Icon name="find" />
        <span class="vh">Find a world</span>
        <input
          ref={input}
          value={text}
          placeholder="title, file or world"
          spellcheck={false}
          autocomplete="off"
          role="combobox"
          aria-expanded="true"
          aria-controls="index"
          aria-keyshortcuts="w"
          aria-activedescendant={at >= 0 && at < length ? `indexed-${at}` : undefined}
          onInput={(event) => onWrite(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
      </label>
    </search>
  );
};

/** The worlds that are found under how they went, at most `MAX_SHOWN` of them. */
const Courses = (props: {
  found: readonly Indexed[];
  at: number;
  opened: string | undefined;
  onOpen: (nth: number) => void;
}) => {
  const { found, at, opened, onOpen } = props;
  const lines = found.slice(0, MAX_SHOWN).map((indexed, nth) => ({
    course: indexed.course,
    line: (
      <WorldLine
        key={indexed.world.id}
        {...indexed}
        id={`indexed-${nth}`}
        isAt={nth === at}
        isOpen={indexed.world.id === opened}
        onOpen={() => onOpen(nth)}
      />
    ),
  }));
  return (Object.entries(HEADINGS) as [Course, string][]).map(([course, words]) => {
    const count = found.filter((each) => each.course === course).length;
    return count === 0 ? null : (
      <div key={course} role="group" aria-labelledby={`course-${course}`}>
        <div class={`grp ${course === 'failed' ? 'bad' : ''}`} id={`course-${course}`} role="presentation">
          {group(count)} {words}
        </div>
        {lines.filter((each) => each.course === course).map(({ line }) => line)}
      </div>
    );
  });
};

/** The worlds of a trace, those that failed first. `onOpen` is called with the id of one, empty for all. */
export const TraceIndex = ({ calls, onOpen }: { calls: readonly Call[]; onOpen: (world: string) => void }) => {
  const { worlds, world: opened } = useConsole();
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => indexOf(worlds.all, calls, text), [worlds, calls, text]);
  const shown = found.slice(0, MAX_SHOWN);
  useKeys({ w: () => input.current?.checkVisibility() === true && input.current.select() });
  useLayoutEffect(() => list.current?.querySelector('.at')?.scrollIntoView({ block: 'nearest' }), [at]);
  const open = (nth: number): void => {
    const wanted = shown[Math.max(0, nth)];
    if (wanted) onOpen(wanted.world.id);
  };
  return (
    <nav class="idx" aria-label="Worlds">
      <IndexSearch
        text={text}
        at={at}
        length={shown.length}
        input={input}
        onMove={setAt}
        onOpen={() => open(at)}
        onWrite={(written) => {
          setText(written);
          setAt(written === '' ? -1 : 0);
        }}
      />
      <div class="tbl" role="listbox" id="index" aria-label="Worlds" ref={list} tabIndex={0}>
        {text === '' && (
          <Line
            id="indexed-all"
            calls={calls.length}
            isAt={false}
            isOpen={opened === undefined}
            onOpen={() => onOpen('')}
          >
            <i class="i" />
            <span class="cut">All worlds</span>
          </Line>
        )}
        <Courses found={found} at={at} opened={opened} onOpen={open} />
      </div>
      <p class="t3 hint">
        {found.length > shown.length && `${group(found.length - shown.length)} more: write a part of a title. `}
        {found.length === 0 && text !== '' && 'No world has this in its title, file or name.'}
      </p>
    </nav>
  );
};
