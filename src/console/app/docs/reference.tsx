import { type ComponentChildren, Fragment, type JSX, type RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useHash } from '../address.ts';
import { TextBlock } from '../detail/json-view.tsx';
import { useKeys } from '../frame/keys.ts';
import { hasWords } from '../frame/text.ts';
import {
  type ApiDocument,
  exampleOf,
  type Group,
  groupsOf,
  type Operation,
  schemaNameOf,
  schemasOf,
  searchGroups,
} from './document.ts';
import { LateDetails, Prose } from './prose.tsx';
import { SchemaView, schemaAddress, TypeWords } from './schema-view.tsx';
import { TryOut } from './try-out.tsx';

/** An operation: what it is for, how to try it, and how it answers. */
const OperationView = (props: { operation: Operation; token: string; onToken: (token: string) => void }) => {
  const { method, path, description, answers } = props.operation;
  return (
    <>
      <code class="target">
        <b class={`method ${method.toLowerCase()}`}>{method}</b> {path}
      </code>
      <Prose text={description} />
      <h3>Try it</h3>
      <TryOut {...props} />
      <h3>Answers</h3>
      <div class="answers">
        {answers.map(([status, answer]) => (
          <LateDetails
            key={status}
            summary={
              <>
                <code class={`b ${status.startsWith('2') ? '' : 't2'}`}>{status}</code>{' '}
                <Prose text={answer.description ?? ''} />
              </>
            }
          >
            {() =>
              Object.keys(answer.content ?? {}).length === 0 ? (
                <p class="t2">It has no body.</p>
              ) : (
                Object.entries(answer.content ?? {}).map(([type, content]) => {
                  const { schema, examples = { '': { value: exampleOf(content) } } } = content;
                  return (
                    <Fragment key={type}>
                      <p>
                        <code>{type}</code> {schema && <TypeWords schema={schema} />}
                        {schema && schemaNameOf(schema) === undefined && schema.type === 'object' && ' without a name'}
                      </p>
                      {Object.entries(examples).map(
                        ([name, { summary, value }]) =>
                          value !== undefined && (
                            <div key={name}>
                              {summary !== undefined && <Prose text={summary} />}
                              <TextBlock label={`Example ${summary ?? name}`.trim()}>
                                {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
                              </TextBlock>
                            </div>
                          ),
                      )}
                    </Fragment>
                  );
                })
              )
            }
          </LateDetails>
        ))}
      </div>
    </>
  );
};

/** The address of an operation on the page. */
const operationAddress = (id: string): string => `#${encodeURIComponent(id)}`;

/** Moves the focus to the next link of the list, or the one before it. */
const moveFocus = (event: JSX.TargetedKeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a, summary')];
  const seen = links.filter((link) => link.checkVisibility());
  seen[seen.indexOf(document.activeElement as HTMLElement) + step]?.focus();
};

/** The choices by their addresses: the title, and the function that draws it. */
const pagesOf = (document: ApiDocument, source: string, draw: (operation: Operation) => ComponentChildren) => {
  const { info } = document;
  const pages = new Map<string, readonly [title: string, draw: () => ComponentChildren]>([
    [
      '#about',
      [
        'About',
        () => (
          <>
            <Prose text={[info.summary, info.description].filter((text) => text !== undefined).join('\n\n')} />
            <p class="t2">
              Version {info.version}, as an OpenAPI document: <a href={source}>{source}</a>
            </p>
          </>
        ),
      ],
    ],
  ]);
  for (const operation of groupsOf(document, location.href).flatMap((group) => group.operations)) {
    pages.set(operationAddress(operation.id), [operation.summary, () => draw(operation)]);
  }
  for (const [name, schema] of Object.entries(schemasOf(document))) {
    pages.set(schemaAddress(name), [name, () => <SchemaView schema={schema} />]);
  }
  return pages;
};

/** The attributes of a link of the contents, which says if its place is open. */
const linkTo = (address: string, current: string) =>
  ({ href: address, 'aria-current': current === address ? 'page' : undefined }) as const;

const Operations = ({ groups, current }: { groups: readonly Group[]; current: string }) => (
  <>
    {groups.map((group) => (
      <section key={group.name} aria-label={group.name}>
        <h2 title={group.description}>{group.name}</h2>
        {group.operations.map(({ id, method, path, summary }) => (
          <a key={id} {...linkTo(operationAddress(id), current)} title={path}>
            <span class={`method ${method.toLowerCase()}`}>{method}</span> <span class="cut">{summary}</span>
          </a>
        ))}
      </section>
    ))}
  </>
);

/** The contents of the document: its operations by subject, and its schemas by their names, found by a search. */
const ContentsList = (props: {
  groups: readonly Group[];
  names: readonly string[];
  current: string;
  search: string;
  onSearch: (search: string) => void;
  field: RefObject<HTMLInputElement>;
}) => {
  const { groups, names, current, search, onSearch, field } = props;
  const found = useMemo(() => searchGroups(groups, search), [groups, search]);
  const named = useMemo(() => names.filter((name) => hasWords(name, search)), [names, search]);
  const operations = found.flatMap((group) => group.operations);
  const openFirst = (event: Event): void => {
    event.preventDefault();
    if (operations[0]) location.hash = operationAddress(operations[0].id);
    else if (named[0]) location.hash = schemaAddress(named[0]);
  };
  return (
    <div class="contents">
      <form role="search" onSubmit={openFirst}>
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
        <Operations groups={found} current={current} />
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

/** The choices so far, of which only the current one is seen: so each keeps its filled-in fields. */
const Visited = (props: {
  addresses: readonly string[];
  pages: ReturnType<typeof pagesOf>;
  current: string;
  title: RefObject<HTMLHeadingElement>;
}) =>
  props.addresses.map((address) => {
    const [name = '', draw] = props.pages.get(address) ?? [];
    const isCurrent = address === props.current;
    return (
      draw && (
        <article key={address} hidden={!isCurrent} aria-label={name}>
          <h2 ref={isCurrent ? props.title : null} tabIndex={-1}>
            {name}
          </h2>
          {draw()}
        </article>
      )
    );
  });

/** A document: what it has, and beside it what is chosen, which is drawn when it is chosen for the first time. */
export const Reference = (props: {
  document: ApiDocument;
  source: string;
  token: string;
  onToken: (token: string) => void;
}) => {
  const { document, onToken } = props;
  const [token, setToken] = useState(props.token);
  const changeToken = (changed: string): void => {
    setToken(changed);
    onToken(changed);
  };
  const [search, setSearch] = useState('');
  const place = useHash();
  const groups = useMemo(() => groupsOf(document, location.href), [document]);
  const names = useMemo(() => Object.keys(schemasOf(document)), [document]);
  const field = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const visited = useRef(new Set<string>()).current;
  const pages = useMemo(() => {
    const draw = (operation: Operation) => <OperationView operation={operation} token={token} onToken={changeToken} />;
    return pagesOf(document, props.source, draw);
  }, [document, token]);
  const isChosen = pages.has(place);
  const current = isChosen ? place : '#about';
  visited.add(current);
  useLayoutEffect(() => {
    // Whoever chose it by a key goes on from there.
    if (isChosen) title.current?.focus();
    globalThis.document.querySelector('#docs main')?.scrollTo(0, 0);
    globalThis.document.querySelector('.contents [aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current, isChosen]);
  useKeys({
    '/': () => field.current?.focus(),
    Escape: () => {
      if (globalThis.document.activeElement === field.current) setSearch('');
      field.current?.focus();
    },
  });
  return (
    <div class={`reference ${isChosen ? 'chosen' : ''}`}>
      <ContentsList
        groups={groups}
        names={names}
        current={current}
        search={search}
        onSearch={setSearch}
        field={field}
      />
      <main>
        <a class="back" href="#contents">
          All operations
        </a>
        <h1>{document.info.title}</h1>
        <Visited addresses={[...visited]} pages={pages} current={current} title={title} />
      </main>
    </div>
  );
};
