import { isObject } from '../../../features/evidence/json-value.ts';
import { SCROLLS, showHidden } from '../frame/bits.tsx';

/** The longest text that is drawn whole, in characters: a megabyte in one line takes a browser seconds. */
const MAX_TEXT = 20_000;
/** The largest number of items of a list that are drawn. */
const MAX_ITEMS = 500;

const Members = (props: {
  items: readonly (readonly [string | undefined, unknown])[];
  path: string;
  depth: number;
  marked: ReadonlySet<string>;
}) => {
  const { items, path, depth, marked } = props;
  const drawn = items.slice(0, MAX_ITEMS);
  return (
    <>
      {drawn.map(([key, value], nth) => {
        const at = key === undefined ? `${path}[${nth}]` : path === '' ? key : `${path}.${key}`;
        const name = <bdi>{showHidden(JSON.stringify(key ?? ''))}</bdi>;
        return (
          <span key={at}>
            {'  '.repeat(depth + 1)}
            {key !== undefined && (
              <>
                {marked.has(at) ? <u>{name}</u> : <span class="k">{name}</span>}
                {': '}
              </>
            )}
            <Value value={value} path={at} depth={depth + 1} marked={marked} />
            {nth < items.length - 1 ? ',\n' : '\n'}
          </span>
        );
      })}
      {drawn.length < items.length && (
        <span class="t3">
          {'  '.repeat(depth + 1)}… {items.length - drawn.length} more{'\n'}
        </span>
      )}
    </>
  );
};

const Value = (props: { value: unknown; path: string; depth: number; marked: ReadonlySet<string> }) => {
  const { value, depth } = props;
  const end = '  '.repeat(depth);
  if (Array.isArray(value)) {
    if (value.length === 0) return <>[]</>;
    return (
      <>
        {'[\n'}
        <Members {...props} items={value.map((item) => [undefined, item] as const)} />
        {`${end}]`}
      </>
    );
  }
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return <>{'{}'}</>;
    return (
      <>
        {'{\n'}
        <Members {...props} items={entries} />
        {`${end}}`}
      </>
    );
  }
  if (typeof value !== 'string') return <span class="n">{String(value)}</span>;
  return (
    <>
      <bdi>{showHidden(JSON.stringify(value.slice(0, MAX_TEXT)))}</bdi>
      {value.length > MAX_TEXT && <span class="t3"> … {value.length - MAX_TEXT} more characters</span>}
    </>
  );
};

const NONE: ReadonlySet<string> = new Set();

/** A text of several lines, as it was sent. */
export const TextBlock = ({ children, label }: { children: string; label: string }) => (
  <pre class="jsn" {...SCROLLS} role="group" aria-label={label}>
    {showHidden(children)}
  </pre>
);

/** A value as JSON over several lines; the keys at the marked paths stand out. */
export const JsonView = (props: { value: unknown; label: string; marked?: ReadonlySet<string>; head?: string }) => (
  <pre class="jsn" {...SCROLLS} role="group" aria-label={props.label}>
    {props.head}
    {props.head !== undefined && props.value !== undefined && '\n\n'}
    {props.value !== undefined && <Value value={props.value} path="" depth={0} marked={props.marked ?? NONE} />}
  </pre>
);
