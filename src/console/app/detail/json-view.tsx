import { isObject } from '../../../json.ts';
import { SCROLLS } from '../frame/bits.tsx';
import { showHidden } from '../frame/text.ts';

/** The longest text that is drawn whole, in characters: a megabyte in one line takes a browser seconds. */
const MAX_TEXT = 20_000;
/** The largest number of items of a list that are drawn. */
const MAX_ITEMS = 500;

const Value = (props: { value: unknown; path: string; depth: number; marked: ReadonlySet<string> }) => {
  const { value, path, depth, marked } = props;
  if (typeof value === 'string') {
    return (
      <>
        <bdi>{showHidden(JSON.stringify(value.slice(0, MAX_TEXT)))}</bdi>
        {value.length > MAX_TEXT && <span class="t3"> … {value.length - MAX_TEXT} more characters</span>}
      </>
    );
  }
  const isList = Array.isArray(value);
  if (!isList && !isObject(value)) return <span class="n">{String(value)}</span>;
  const [begin, end] = isList ? '[]' : '{}';
  const members = Object.entries(value);
  const drawn = members.slice(0, MAX_ITEMS);
  const indent = '  '.repeat(depth + 1);
  if (members.length === 0) return <>{`${begin}${end}`}</>;
  return (
    <>
      {`${begin}\n`}
      {drawn.map(([key, member], nth) => {
        const at = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
        const name = <bdi>{showHidden(JSON.stringify(key))}</bdi>;
        return (
          <span key={at}>
            {indent}
            {!isList && (
              <>
                {marked.has(at) ? <u>{name}</u> : <span class="k">{name}</span>}
                {': '}
              </>
            )}
            <Value value={member} path={at} depth={depth + 1} marked={marked} />
            {nth < members.length - 1 ? ',\n' : '\n'}
          </span>
        );
      })}
      {drawn.length < members.length && (
        <span class="t3">
          {indent}… {members.length - drawn.length} more{'\n'}
        </span>
      )}
      {`${'  '.repeat(depth)}${end}`}
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
