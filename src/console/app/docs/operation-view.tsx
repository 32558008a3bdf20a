import { TextBlock } from '../detail/json-view.tsx';
import { type Answer, type Content, exampleOf, type Operation, schemaNameOf } from './document.ts';
import { LateDetails, Prose } from './prose.tsx';
import { TypeWords } from './schema-view.tsx';
import { TryOut } from './try-out.tsx';

const ContentView = ({ type, content }: { type: string; content: Content }) => {
  const { schema, examples } = content;
  const several = Object.entries(examples ?? { '': { value: exampleOf(content) } });
  return (
    <>
      <p>
        <code>{type}</code> {schema && <TypeWords schema={schema} />}
        {schema && schemaNameOf(schema) === undefined && schema.type === 'object' && ' without a name'}
      </p>
      {several.map(
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
    </>
  );
};

const AnswerView = ({ status, answer }: { status: string; answer: Answer }) => (
  <LateDetails
    summary={
      <>
        <code class={`b ${status.startsWith('2') ? '' : 't2'}`}>{status}</code> <Prose text={answer.description} />
      </>
    }
  >
    {() => {
      const contents = Object.entries(answer.content ?? {});
      return contents.length === 0 ? (
        <p class="t2">It has no body.</p>
      ) : (
        contents.map(([type, content]) => <ContentView key={type} type={type} content={content} />)
      );
    }}
  </LateDetails>
);

/** An operation: what it is for, how to try it, and how it answers. */
export const OperationView = (props: { operation: Operation; token: string; onToken: (token: string) => void }) => {
  const { operation, ...rest } = props;
  return (
    <>
      <code class="target">
        <b class={`method ${operation.method.toLowerCase()}`}>{operation.method}</b> {operation.path}
      </code>
      <Prose text={operation.description} />
      <h3>Try it</h3>
      <TryOut operation={operation} {...rest} />
      <h3>Answers</h3>
      <div class="answers">
        {operation.answers.map(([status, answer]) => (
          <AnswerView key={status} status={status} answer={answer} />
        ))}
      </div>
    </>
  );
};
