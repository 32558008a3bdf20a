import type { RefObject } from 'preact';

/** The numbers of the lines of a text beside it, with a mark at those that are wrong. */
export const LineNumbers = (props: {
  lines: number;
  wrong: ReadonlySet<number | undefined>;
  box?: RefObject<HTMLPreElement>;
}) => {
  const { lines, wrong, box } = props;
  return (
    <pre ref={box ?? null} aria-hidden="true">
      {Array.from({ length: lines }, (_, nth) => (
        <span key={String(nth)} class={wrong.has(nth + 1) ? 'bad b' : ''}>
          {wrong.has(nth + 1) ? '◆' : ' '}
          {String(nth + 1).padStart(3)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
};

/** The mistakes of a text, each at the height of its line. */
export const LineNotes = ({ lines, notes }: { lines: number; notes: ReadonlyMap<number, string> }) => (
  <pre class="notes" aria-hidden="true">
    {Array.from({ length: lines }, (_, nth) => (
      <span key={String(nth)} class="bad" title={notes.get(nth + 1)}>
        {notes.get(nth + 1) ?? ' '}
      </span>
    ))}
  </pre>
);
