import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A line of text, in which what stands between backticks is code. */
const Words = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, nth) => (nth % 2 === 1 ? <code key={nth}>{part}</code> : part))}</>
);

/** A description of the document: paragraphs, headings and code. */
export const Prose = ({ text }: { text: string }) => (
  <>
    {text
      .trim()
      .split(/\n\s*\n/)
      .filter((block) => block !== '')
      .map((block, nth) =>
        block.startsWith('## ') ? (
          <h3 key={nth}>
            <Words text={block.slice(3)} />
          </h3>
        ) : (
          <p key={nth}>
            <Words text={block} />
          </p>
        ),
      )}
  </>
);

/** Something that opens; its content is drawn when it is opened for the first time. */
export const LateDetails = (props: {
  summary: ComponentChildren;
  children: () => ComponentChildren;
  isOpen?: boolean;
}) => {
  const [wasOpened, setWasOpened] = useState(props.isOpen ?? false);
  return (
    <details open={props.isOpen} onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
      <summary>{props.summary}</summary>
      {wasOpened && props.children()}
    </details>
  );
};
