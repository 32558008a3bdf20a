import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Group, hasWords, searchGroups } from './document.ts';
import { LateDetails } from './prose.tsx';
import { schemaAddress } from './schema-view.tsx';

/** The address of an operation on the page. */
export const operationAddress = (id: string): string => `#${encodeURIComponent(id)}`;

/** Moves the focus to the next link of the list, or the one before it. */
const moveBy = (list: HTMLElement, step: number): void => {
  const links = [...list.querySelectorAll<HTMLElement>('a, summary')].filter((link) => link.checkVisibility());
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[at + step]?.focus();
};

interface SearchProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly field: RefObject<HTMLInputElement>;
}

const SearchField = ({ search, onSearch, field }: SearchProps) => (
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
);

interface LinkTo {
  readonly href: string;
  readonly 'aria-current': 'page' | undefined;
}

const Groups = ({ groups, linkTo }: { groups: readonly Group[]; linkTo: (address: string) => LinkTo }) => (
  <>
    {groups.map(({ name, description, operations }) => (
      <section key={name} aria-label={name}>
        <h2 title={description}>{name}</h2>
        {operations.map(({ id, method, path, summary }) => (
          <a key={id} {...linkTo(operationAddress(id))} title={path}>
            <span class={`method ${method.toLowerCase()}`}>{method}</span> <span class="cut">{summary}</span>
          </a>
        ))}
      </section>
    ))}
  </>
);

/** The contents of the document: its operations by subject, and its schemas, filtered by a search. */
export const ContentsList = (
  props: SearchProps & { groups: readonly Group[]; schemas: readonly string[]; current: string },
) => {
  const { groups, schemas, current, search, onSearch, field } = props;
  const found = useMemo(() => searchGroups(groups, search), [groups, search]);
  const named = useMemo(() => schemas.filter((name) => hasWords(name, search)), [schemas, search]);
  const number = found.reduce((sum, { operations }) => sum + operations.length, 0);
  const linkTo = (address: string): LinkTo => ({
    href: address,
    'aria-current': current === address ? 'page' : undefined,
  });
  return (
    <div class="contents">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found.flatMap(({ operations }) => operations);
          if (first) location.hash = operationAddress(first.id);
          else if (named[0]) location.hash = schemaAddress(named[0]);
        }}
      >
        <SearchField search={search} onSearch={onSearch} field={field} />
        <output class="vh">
          {number} operations, {named.length} schemas
        </output>
      </form>
      <nav
        aria-label="Contents"
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          moveBy(event.currentTarget, step);
        }}
      >
        {search === '' && <a {...linkTo('#about')}>About</a>}
        <Groups groups={found} linkTo={linkTo} />
        {named.length > 0 && (
          <LateDetails
            key={search === ''}
            isOpen={search !== '' || current.startsWith(schemaAddress(''))}
            summary={`Schemas ${named.length}`}
          >
            {() =>
              named.map((name) => (
                <a key={name} {...linkTo(schemaAddress(name))}>
                  <span class="cut">{name}</span>
                </a>
              ))
            }
          </LateDetails>
        )}
        {number === 0 && named.length === 0 && <p class="t2">Nothing has these words.</p>}
      </nav>
    </div>
  );
};
