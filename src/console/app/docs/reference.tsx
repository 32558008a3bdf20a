import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useHash } from '../address.ts';
import { useKeys } from '../frame/keys.ts';
import { ContentsList, operationAddress } from './contents-list.tsx';
import { type ApiDocument, type Group, groupsOf, type Schema, schemasOf } from './document.ts';
import { OperationView } from './operation-view.tsx';
import { Prose } from './prose.tsx';
import { SchemaView, schemaAddress } from './schema-view.tsx';

interface ReferenceProps {
  readonly document: ApiDocument;
  readonly source: string;
  readonly token: string;
  readonly onToken: (token: string) => void;
}

/** The choices by their addresses: the title, and the function that draws it. */
const pagesOf = (
  { document: { info }, source }: ReferenceProps,
  groups: readonly Group[],
  schemas: Readonly<Record<string, Schema>>,
  rest: { readonly token: string; readonly onToken: (token: string) => void },
) => {
  type Page = readonly [title: string, draw: () => ComponentChildren];
  const operations = groups.flatMap((group) => group.operations);
  return new Map<string, Page>([
    ...operations.map((operation): [string, Page] => [
      operationAddress(operation.id),
      [operation.summary, () => <OperationView operation={operation} {...rest} />],
    ]),
    ...Object.entries(schemas).map(([name, schema]): [string, Page] => [
      schemaAddress(name),
      [name, () => <SchemaView schema={schema} />],
    ]),
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
};

/** The choices so far, of which only the current one is shown: so each keeps its filled-in fields. */
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
export const Reference = (props: ReferenceProps) => {
  const { document, onToken } = props;
  const [token, setToken] = useState(props.token);
  const changeToken = (changed: string): void => {
    setToken(changed);
    onToken(changed);
  };
  const [search, setSearch] = useState('');
  const place = useHash();
  const groups = useMemo(() => groupsOf(document, location.href), [document]);
  const schemas = useMemo(() => schemasOf(document), [document]);
  const [field, title, visited] = [useRef<HTMLInputElement>(null), useRef<HTMLHeadingElement>(null), useRef([''])];
  const pages = useMemo(
    () => pagesOf(props, groups, schemas, { token, onToken: changeToken }),
    [groups, schemas, document, token],
  );
  const current = pages.has(place) ? place : '#about';
  if (!visited.current.includes(current)) visited.current.push(current);
  const isChosen = pages.has(place);
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
        schemas={Object.keys(schemas)}
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
        <Visited addresses={visited.current} pages={pages} current={current} title={title} />
      </main>
    </div>
  );
};
