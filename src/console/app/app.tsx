import type { FunctionComponent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AccessPart } from './access/access-part.tsx';
import { goTo, partOf, readAddress, useAddress, WORLD, writeAddress } from './address.ts';
import { liveSource } from './calls/call-source.ts';
import { CallStore } from './calls/call-store.ts';
import { CallsPart } from './calls/calls-part.tsx';
import { useCallStore } from './calls/use-calls.ts';
import { type Connection, connect, storeControlToken } from './connection.ts';
import { CoveragePart } from './coverage/coverage-part.tsx';
import { EventsPart } from './events/events-part.tsx';
import { FaultsPart } from './faults/faults-part.tsx';
import { acceptDrops } from './fixtures/dropped-file.ts';
import { FixturesPart } from './fixtures/fixtures-part.tsx';
import { Empty } from './frame/bits.tsx';
import { type ConsoleContext, Context, type Facts, useConsole } from './frame/console-context.ts';
import type { Notice } from './frame/error-words.ts';
import { useKeys } from './frame/keys.ts';
import { KeysDialog } from './frame/keys-dialog.tsx';
import { PARTS, type PartName, TopBar } from './frame/top-bar.tsx';
import { NO_WORLDS, readWorlds, type WorldBook } from './frame/world-book.ts';
import { RowsPart } from './rows/rows-part.tsx';
import { StartPart } from './start/start-part.tsx';
import { TestsPart } from './tests/tests-part.tsx';
import { useLoaded } from './use-loaded.ts';

/** The time between two readings of the list of worlds, in milliseconds. */
const WORLDS_EVERY_MS = 2_000;

/** The worlds of the mock, read again as long as the page is looked at, and at once if it shows another. */
const useWorldBook = (connection: Connection, named: string | undefined): WorldBook => {
  const last = useRef<{ readonly named: string | undefined; readonly book: WorldBook }>();
  const read = async () => {
    const { current } = last;
    if (current?.named === named && document.visibilityState !== 'visible') return current;
    const book = await readWorlds(connection, named).catch(() => current?.book ?? NO_WORLDS);
    last.current = { named, book };
    return last.current;
  };
  return useLoaded(read, [connection, named], WORLDS_EVERY_MS).value?.book ?? NO_WORLDS;
};

const ControlToken = ({ onGiven, wasRefused }: { onGiven: () => void; wasRefused: boolean }) => (
  <div class="empty">
    <h1>{wasRefused ? 'The control token was not accepted' : 'Control token'}</h1>
    <p class="t2">This mock is steered by whoever knows its control token: it was printed at the start.</p>
    <form
      class="acts"
      aria-label="Control token"
      onSubmit={(event) => {
        event.preventDefault();
        storeControlToken(String(new FormData(event.currentTarget).get('token') ?? ''));
        onGiven();
      }}
    >
      <label>
        <span class="vh">Control token</span>
        <input class="field" name="token" type="password" required placeholder="Control token" autocomplete="off" />
      </label>
      <button type="submit" class="btn pri">
        Use it
      </button>
    </form>
  </div>
);

const COMPONENTS: Readonly<Record<PartName, FunctionComponent>> = {
  start: StartPart,
  calls: CallsPart,
  tests: TestsPart,
  rows: RowsPart,
  events: EventsPart,
  faults: FaultsPart,
  access: AccessPart,
  fixtures: FixturesPart,
  coverage: CoveragePart,
};

const isPart = (name: string): name is PartName => Object.hasOwn(COMPONENTS, name);

/** The open part: the address's, otherwise Calls, or Start before there is any call. */
const usePart = (part: string, calls: CallStore): string => {
  const all = useCallStore(calls);
  if (part !== '') return part;
  return calls.following.state === 'loading' || all.some(({ own }) => !own) ? 'calls' : 'start';
};

const Part = () => {
  const { address, connection } = useConsole();
  const { part } = address;
  if (!isPart(part)) {
    return (
      <Empty title={`There is no part ${part}`} text="It may be of another version of this page.">
        <a href={writeAddress(partOf('calls', address))}>The calls</a>
      </Empty>
    );
  }
  const Show = COMPONENTS[part];
  return <Show key={`${part} ${connection.world}`} />;
};

const Page = ({ facts, onRefused }: { facts: Facts; onRefused: () => void }) => {
  const inBar = useAddress();
  const [notice, say] = useState<Notice | undefined>(undefined);
  const [isHelp, setIsHelp] = useState(false);
  const connectTo = useMemo(() => {
    const made = new Map<string, Connection>();
    return (id: string): Connection => {
      const connection = made.get(id) ?? connect(id, onRefused);
      made.set(id, connection);
      return connection;
    };
  }, []);
  const calls = useMemo(() => new CallStore(connectTo('default')), [connectTo]);
  useEffect(() => {
    calls.start();
    return () => calls.stop();
  }, [calls]);
  const part = usePart(inBar.part, calls);
  const address = useMemo(() => ({ ...inBar, part }), [part, JSON.stringify(inBar)]);
  const world = address.params[WORLD] || undefined;
  const worlds = useWorldBook(connectTo('default'), world);
  // Details of calls that were read survive a change of the list of worlds.
  const latest = useRef(worlds);
  latest.current = worlds;
  const source = useMemo(
    () => liveSource(connectTo, (call) => latest.current.get(call.world)?.isEnded === false),
    [connectTo],
  );
  useKeys({ '?': () => setIsHelp(true) });
  useEffect(() => acceptDrops(() => goTo(partOf('fixtures', readAddress(location.hash)))), []);
  const context: ConsoleContext = {
    facts,
    address,
    world,
    connection: connectTo(world ?? 'default'),
    connectTo,
    calls,
    source,
    isReadOnly: false,
    worlds,
    notice,
    say,
  };
  return (
    <Context.Provider value={context}>
      <TopBar />
      <main id="content" tabIndex={-1}>
        <Part />
      </main>
      {isHelp && <KeysDialog parts={PARTS.length} onClose={() => setIsHelp(false)} />}
    </Context.Provider>
  );
};

/** The console: its frame, and the part that the address names. It asks for the control token if the mock does. */
export const App = ({ facts }: { facts: Facts }) => {
  const [isAsking, setIsAsking] = useState(false);
  const [session, setSession] = useState(0);
  if (isAsking) {
    return (
      <main id="content">
        <ControlToken
          wasRefused={session > 0}
          onGiven={() => {
            setIsAsking(false);
            setSession(session + 1);
          }}
        />
      </main>
    );
  }
  return <Page key={session} facts={facts} onRefused={() => setIsAsking(true)} />;
};
