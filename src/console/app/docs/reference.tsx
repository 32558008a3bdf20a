import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useKeys } from '../frame/keys.ts';
import { ContentsList, operationAddress } from './contents-list.tsx';
import { type ApiDocument, groupsOf, schemasOf } from './document.ts';
import { OperationView } from './operation-view.tsx';
import { Prose } from './prose.tsx';
import { SchemaView, schemaAddress } from './schema-view.tsx';

/** The place on the page that the address names. */
const usePlace = (): string => {
  const [place, setPlace] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setPlace(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return place;
};

const About = ({ info, source }: { info: ApiDocument['info']; source: string }) => (
  <>
    <Prose text={[info.summary, info.description].filter((text) => text !== undefined).join('\n\n')} />
    <p class="t2">
      Version {info.version}, as an OpenAPI document: <a href={source}>{source}</a>
    </p>
  </>
);

/** A document: what it has, and beside it what is chosen, which is drawn when it is chosen for the first time. */
export const Reference = (props: {
  document: ApiDocument;
  source: string;
  token: string;
  onToken: (token: string) => void;
}) => {
  const { document: shown, source, onToken } = props;
  const [token, setToken] = useState(props.token);
  const changeToken = (changed: string): void => {
    setToken(changed);
    onToken(changed);
  };
  const [search, setSearch] = useState('');
  const place = usePlace();
  const groups = useMemo(() => groupsOf(shown, location.href), [shown]);
  const schemas = useMemo(() => schemasOf(shown), [shown]);
  const [field, title, visited] = [useRef<HTMLInputElement>(null), useRef<HTMLHeadingElement>(null), useRef([''])];
  const pages = useMemo(
    () =>
      new Map<string, readonly [title: string, draw: () => ComponentChildren]>([
        ...groups.flatMap(({ operations }) =>
          operations.map(
            (operation) =>
              [
                operationAddress(operation.id),
                [operation.summary, () => <OperationView operation={operation} token={token} onToken={changeToken} />],
              ] as const,
          ),
        ),
        ...Object.entries(schemas).map(
          ([name, schema]) => [schemaAddress(name), [name, () => <SchemaView schema={schema} />]] as const,
        ),
        ['#about', ['About', () => <About info={shown.info} source={source} />]],
      ]),
    [groups, schemas, shown, source, token],
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
        <h1>{shown.info.title}</h1>
        {visited.current.flatMap((address) => {
          const [name, draw] = pages.get(address) ?? [];
          if (name === undefined || !draw) return [];
          return [
            <article key={address} hidden={address !== current} aria-label={name}>
              <h2 ref={address === current ? title : null} tabIndex={-1}>
                {name}
              </h2>
              {draw()}
            </article>,
          ];
        })}
      </main>
    </div>
  );
};
