import { useEffect, useRef, useState } from 'preact/hooks';
import { TextBlock } from '../detail/json-view.tsx';
import { Copy } from '../frame/bits.tsx';
import { fieldsOf, Options } from '../frame/forms.tsx';
import { errorMessage } from '../frame/outcome.tsx';
import { type Message, type Operation, type Parameter, schemaNameOf } from './document.ts';
import { LateDetails, Prose } from './prose.tsx';
import {
  type ComposedRequest,
  composeRequest,
  curlOf,
  FIELDS,
  fieldOf,
  indentJson,
  isList,
  sampleBody,
} from './request.ts';
import { Rules, TypeWords } from './schema-view.tsx';

/** The largest part of an answer that is displayed, in characters. */
const MAX_TEXT = 500_000;

/** An answer as it comes. */
interface ReceivedAnswer {
  readonly status: string;
  readonly isBad: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As much of its text as has come, and is displayed. */
  readonly text: string;
  readonly ms: number;
  /** True if more came than is displayed. */
  readonly isCut: boolean;
}

/** The outcome of the last request, which is open for as long as more may come; nothing before the first. */
type Sent = Partial<{ readonly answer: ReceivedAnswer; readonly problem: string; readonly isOpen: boolean }>;

/** The text of an answer, each time that more of it has come. */
async function* textsOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  let text = '';
  for await (const more of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
    text += more;
    yield text;
    if (text.length > MAX_TEXT) return;
  }
}

/** Sends requests one after another: the outcome of the last, a function that sends one, and one that stops it. */
const useSending = (): readonly [Sent, (request: ComposedRequest) => Promise<void>, () => void] => {
  const [sent, setSent] = useState<Sent>({});
  const stopping = useRef<AbortController>();
  const stop = (): void => stopping.current?.abort();
  useEffect(() => stop, []);
  const send = async ({ method, path, headers, body }: ComposedRequest): Promise<void> => {
    stop();
    const control = new AbortController();
    stopping.current = control;
    const began = performance.now();
    const show = (next: Sent): void => {
      if (stopping.current === control) setSent(next);
    };
    show({ isOpen: true });
    let answer: ReceivedAnswer | undefined;
    try {
      const response = await fetch(path, {
        method,
        headers,
        cache: 'no-store',
        credentials: 'omit',
        signal: control.signal,
        ...(body !== undefined && { body }),
      });
      answer = {
        status: `${response.status} ${response.statusText}`.trim(),
        isBad: !response.ok,
        headers: [...response.headers],
        text: '',
        ms: Math.round(performance.now() - began),
        isCut: false,
      };
      show({ answer, isOpen: true });
      for await (const text of textsOf(response)) {
        answer = { ...answer, text: text.slice(0, MAX_TEXT), isCut: text.length > MAX_TEXT };
        show({ answer, isOpen: true });
      }
      show({ answer });
    } catch (error) {
      const problem = control.signal.aborted ? 'It was stopped.' : `There is no whole answer: ${errorMessage(error)}.`;
      show({ ...(answer && { answer }), problem });
    }
  };
  return [sent, send, stop];
};

const ParameterField = ({ parameter, of }: { parameter: Parameter; of: string }) => {
  const { schema, example, required = false } = parameter;
  const id = `${of} ${fieldOf(parameter)}`;
  const field = { id, name: fieldOf(parameter), 'aria-describedby': `${id} about` };
  /** The values that it may have; none if they are many. */
  const values =
    schema.type === 'boolean' ? ['true', 'false'] : Array.isArray(schema.enum) ? schema.enum.map(String) : [];
  const options = values.map((value) => [value, value] as const);
  const sample = example === undefined ? '' : String(example);
  // Parameters of a path are required; parameters of a query are optional.
  const isNeeded = parameter.in === 'path';
  return (
    <div class="param">
      <div>
        <label for={id}>
          <code class="b">{parameter.name}</code>
        </label>{' '}
        <span class="t2">
          {schemaNameOf(schema) === undefined ? <TypeWords schema={schema} /> : 'string'}, {parameter.in}
        </span>
        {required && <span class="mark">required</span>}
        <div id={`${id} about`}>
          <Prose text={parameter.description ?? ''} />
        </div>
        <Rules schema={schema} />
      </div>
      {values.length > 0 ? (
        <select {...field}>
          <Options of={required ? options : [['', 'not sent'], ...options]} />
        </select>
      ) : isList(parameter) ? (
        <textarea {...field} rows={2} placeholder="one in each line" spellcheck={false} />
      ) : (
        <input
          {...field}
          class="field"
          required={required}
          defaultValue={isNeeded ? sample : ''}
          placeholder={isNeeded ? '' : sample}
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </div>
  );
};

const BodyField = ({ body, of }: { body: Message; of: string }) => {
  const { content: contents = {} } = body;
  const types = Object.keys(contents);
  const [type = '', setType] = useState(types[0]);
  const { [type]: content = {} } = contents;
  return (
    <div class="body">
      <label for={`${of} body`}>
        <b>Body</b>
      </label>{' '}
      {types.length > 1 ? (
        <select
          name={FIELDS.type}
          aria-label="Media type"
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        >
          <Options of={types.map((one) => [one, one])} />
        </select>
      ) : (
        <code class="t2">{type}</code>
      )}
      {content.schema && (
        <span class="t2">
          {' '}
          <TypeWords schema={content.schema} />
        </span>
      )}
      <Prose text={body.description ?? ''} />
      <textarea
        key={type}
        id={`${of} body`}
        name={FIELDS.body}
        rows={Math.min(sampleBody(type, content).split('\n').length + 1, 20)}
        defaultValue={sampleBody(type, content)}
        spellcheck={false}
      />
    </div>
  );
};

const Outcome = ({ sent: { answer, problem, isOpen } }: { sent: Sent }) => (
  <>
    <p role="status" class={answer?.isBad || problem !== undefined ? 'bad' : ''}>
      {answer && (
        <>
          <b>{answer.status}</b> <span class="t2">after {answer.ms} ms</span>{' '}
        </>
      )}
      {problem ?? (isOpen ? 'Waiting for the answer …' : '')}
    </p>
    {answer && (
      <>
        <LateDetails summary="Headers of the answer">
          {() => (
            <TextBlock label="Headers of the answer">
              {answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
            </TextBlock>
          )}
        </LateDetails>
        {answer.text === '' ? (
          !isOpen && problem === undefined && <p class="t2">It has no body.</p>
        ) : (
          <TextBlock label="Body of the answer">
            {answer.headers.some(([name, value]) => name === 'content-type' && value.includes('json'))
              ? indentJson(answer.text)
              : answer.text}
          </TextBlock>
        )}
        {answer.isCut && <p class="t2">The answer is longer; only its beginning is here.</p>}
      </>
    )}
  </>
);

const TokenField = ({ token, onToken }: { token: string; onToken: (token: string) => void }) => (
  <label class="token">
    <b>Token</b>
    <input
      class="field m"
      name={FIELDS.token}
      value={token}
      onInput={(event) => onToken(event.currentTarget.value)}
      placeholder="none is sent"
      autocomplete="off"
      spellcheck={false}
    />
  </label>
);

/** A form that sends a request for an operation to the mock, and shows the answer as it came. */
export const TryOut = (props: { operation: Operation; token: string; onToken: (token: string) => void }) => {
  const { operation, token, onToken } = props;
  const form = useRef<HTMLFormElement>(null);
  const [sent, send, stop] = useSending();
  const [request, setRequest] = useState(composeRequest(operation, {}));
  const read = () => composeRequest(operation, form.current ? fieldsOf(form.current) : {});
  // The first values are read once the fields are there, and values typed elsewhere before the fields render.
  const refresh = (): void => {
    const now = read();
    if (JSON.stringify(now) !== JSON.stringify(request)) setRequest(now);
  };
  const { id, parameters, body, takesToken } = operation;
  return (
    <form
      ref={(element) => {
        form.current = element;
        if (element) refresh();
      }}
      class="try"
      aria-label={`Try ${operation.summary}`}
      onInput={refresh}
      onSubmit={(event) => {
        event.preventDefault();
        void send(read());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
      }}
    >
      {parameters.map((parameter) => (
        <ParameterField key={fieldOf(parameter)} parameter={parameter} of={id} />
      ))}
      {body && <BodyField body={body} of={id} />}
      {takesToken && <TokenField token={token} onToken={onToken} />}
      <div class="acts">
        <button type="submit" class="btn pri" aria-keyshortcuts="Control+Enter">
          Send
        </button>
        {sent.isOpen && (
          <button type="button" class="btn" onClick={stop}>
            Stop
          </button>
        )}
        <Copy text={() => curlOf(read(), location.origin)}>Copy for curl</Copy>
      </div>
      <TextBlock label="The request for curl">{curlOf(request, location.origin)}</TextBlock>
      <Outcome sent={sent} />
    </form>
  );
};
