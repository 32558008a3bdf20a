import type { JSX, RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Group, hasWords, searchGroups } from './document.ts';
import { LateDetails } from './prose.tsx';
import { schemaAddress } from './schema-view.tsx';

/** The address of an operation on the page. */
export const operationAddress = (id: string): string => `#${encodeURIComponent(id)}`;

/** Moves the focus to the next link of the list, or the one before it. */
const moveFocus = (event: JSX.TargetedKeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a, summary')];
  const seen = links.filter((link) => link.checkVisibility());
  seen[seen.indexOf(document.activeElement as HTMLElement) + step]?.focus();
};

const Groups = ({ groups, current }: { groups: readonly Group[]; current: string }) => (
  <>
    {groups.map(({ name, description, operations }) => (
      <section key={name} aria-label={name}>
        <h2 title={description}>{name}</h2>
        {operations.map(({ id, method, path, summary }) => (
          <a key={id} {...linkTo(operationAddress(id), current)} title={path}>
            <span class={`method ${method.toLowerCase()}`}>{method}</span> <span class="cut">{summary}</span>
          </a>
        ))}
      </section>
    ))}
  </>
);

/** The attributes of a link of the contents, which says if its place is open. */
const linkTo = (address: string, current: string) =>
  ({ href: address, 'aria-current': current === address ? 'page' : undefined }) as const;

/** The contents of the document: its operations by subject, and its schemas, filtered by a search. */
export const ContentsList = (props: {
  groups: readonly Group[];
  schemas: readonly string[];
  current: string;
  search: string;
  onSearch: (search: string) => void;
  field: RefObject<HTMLInputElement>;
}) => {
  const { groups, schemas, current, search, onSearch, field } = props;
  const found = useMemo(() => searchGroups(groups, search), [groups, search]);
  const named = useMemo(() => schemas.filter((name) => hasWords(name, search)), [schemas, search]);
  const operations = found.flatMap((group) => group.operations);
  return (
    <div class="contents">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (operations[0]) location.hash = operationAddress(operations[0].id);
          else if (named[0]) location.hash = schemaAddress(named[0]);
        }}
      >
        <input
          ref={field}
          type="search"
          class="field"
          aria-label="Search operations and schemas"
          aria-keyshortcuts="/"
          placeholder="Search  /"
          value={search}
          onInput={(event) => onSearch(event.currentTarget.value)}
          spellcheck={false}
        />
        <output class="vh">
          {operations.length} operations, {named.length} schemas
        </output>
      </form>
      <nav aria-label="Contents" onKeyDown={moveFocus}>
        {search === '' && <a {...linkTo('#about', current)}>About</a>}
        <Groups groups={found} current={current} />
        {named.length > 0 && (
          <LateDetails
            key={search === ''}
            isOpen={search !== '' || current.startsWith(schemaAddress(''))}
            summary={`Schemas ${named.length}`}
          >
            {() =>
              named.map((name) => (
                <a key={name} {...linkTo(schemaAddress(name), current)}>
                  <span class="cut">{name}</span>
                </a>
              ))
            }
          </LateDetails>
        )}
        {operations.length === 0 && named.length === 0 && <p class="t2">Nothing has these words.</p>}
      </nav>
    </div>
  );
};
