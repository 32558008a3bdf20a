import { type ComponentChildren, render } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { errorMessage } from '../frame/outcome.tsx';
import { restoreTheme } from '../frame/theme.tsx';
import { type ReadTrace, readTrace, type TraceFile } from './har-log.ts';
import { TracePage } from './trace-page.tsx';

/** The text that was compressed by gzip and written in base64; of data that ends early, what there is of it. */
const unpack = async (base64: string): Promise<string> => {
  // Four letters belong together: a page that is cut off may end within them.
  const binary = atob(base64.slice(0, base64.length - (base64.length % 4)));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = unzipped.getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      texts.push(decoder.decode(value, { stream: true }));
    }
  } catch {
    // The data ends here. Everything unpacked before is complete.
  }
  return texts.join('');
};

/** The form of traces that this page reads. */
const FORMAT = 1;

const NotRead = ({ name, reason }: { name: string; reason: string }) => (
  <main class="empty" role="alert">
    <h1>
      This trace cannot be opened: <bdi>{name}</bdi>
    </h1>
    <p class="t2">{reason}</p>
  </main>
);

/** Draws a trace, and says so if something in it cannot be drawn. */
const Guarded = ({ name, children }: { name: string; children: ComponentChildren }) => {
  const [error] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  const reason = `Something in it has a form that this page does not know: ${errorMessage(error)}`;
  return <NotRead name={name} reason={reason} />;
};

const read = async (): Promise<ReadTrace> => {
  if (!('DecompressionStream' in globalThis)) {
    throw new Error('This browser cannot unpack it: it has no DecompressionStream. A browser of 2023 or later has.');
  }
  const trace = readTrace(await unpack(document.getElementById('trace')?.textContent ?? ''));
  const { _format: format } = trace.log;
  if (format !== FORMAT) throw new Error(`It has the form ${String(format)}, and this page reads the form ${FORMAT}.`);
  return trace;
};

/** The content of a block of the page beside the trace; `otherwise` if it is damaged. */
const readBlock = async <T,>(id: string, otherwise: T): Promise<T> => {
  try {
    return JSON.parse(await unpack(document.getElementById(id)?.textContent ?? '')) as T;
  } catch {
    return otherwise;
  }
};

const show = async (root: HTMLElement): Promise<void> => {
  const { name = '', version = '', fields = '{}', kinds = '[]' } = root.dataset;
  const file: TraceFile = {
    name,
    version,
    fields: JSON.parse(fields) as TraceFile['fields'],
    kinds: JSON.parse(kinds) as TraceFile['kinds'],
    begun: await readBlock<TraceFile['begun']>('begun', { states: [], of: {} }),
    declared: await readBlock<TraceFile['declared']>('declared', {}),
  };
  const draw = (content: ComponentChildren): void => {
    root.replaceChildren();
    render(content, root);
  };
  try {
    const trace = await read();
    draw(
      <Guarded name={name}>
        <TracePage trace={trace} file={file} />
      </Guarded>,
    );
  } catch (error) {
    draw(<NotRead name={name} reason={errorMessage(error)} />);
  }
};

const root = document.getElementById('console');
restoreTheme();
if (root) void show(root);
