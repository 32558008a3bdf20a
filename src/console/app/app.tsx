import { useMemo, useState } from 'hono/jsx/dom';
import { type Address, paneOf, WORLD, writeAddress } from './address.ts';
import { connect, keepControlToken } from './connection.ts';
import { Overview } from './overview.tsx';
import type { Facts, Pane } from './pane.ts';
import { panes } from './panes.ts';
import { Field, Form } from './parts.tsx';
import { useAddress } from './use-address.ts';
import { WorldChoice } from './world-choice.tsx';

const ControlToken = ({ onGiven }: { onGiven: () => void }) => (
  <section aria-labelledby="control-token">
    <h2 id="control-token">Control token</h2>
    <p>This mock is steered by whoever knows its control token: it was printed at the start.</p>
    <Form
      label="Control token"
      onSend={({ token = '' }) => {
        keepControlToken(token);
        onGiven();
      }}
    >
      <Field label="Control token" name="token" type="password" required />
      <button type="submit">Use it</button>
    </Form>
  </section>
);

const Navigation = ({ address }: { address: Address }) => (
  <nav aria-label="Panes">
    <ul>
      {panes.map(({ name, title }) => (
        <li>
          <a
            class="tab"
            href={writeAddress(paneOf(name, address))}
            aria-current={name === address.pane ? 'page' : 'false'}
          >
            {title}
          </a>
        </li>
      ))}
      <li>
        <a class="tab" href="/docs">
          API
        </a>
      </li>
    </ul>
  </nav>
);

const getPane = (name: string): Pane['show'] => panes.find((pane) => pane.name === name)?.show ?? Overview;

/** The console: its frame, and the pane that the address names. */
export const App = ({ facts }: { facts: Facts }) => {
  const address = useAddress();
  const world = address.params[WORLD] ?? 'default';
  const [asksToken, setAsksToken] = useState(false);
  const [session, setSession] = useState(0);
  const connection = useMemo(() => connect(world, () => setAsksToken(true)), [world, session]);
  const Show = getPane(address.pane);
  return (
    <div>
      <header class="frame">
        <h1>
          <a href={writeAddress(paneOf('overview', address))}>platform-mock</a> <small>{facts.version}</small>
        </h1>
        {!asksToken && <WorldChoice connection={connection} address={address} />}
        <Navigation address={address} />
      </header>
      <main id="content" tabindex={-1}>
        {asksToken ? (
          <ControlToken
            onGiven={() => {
              setAsksToken(false);
              setSession(session + 1);
            }}
          />
        ) : (
          <Show key={`${address.pane} ${world} ${session}`} connection={connection} address={address} facts={facts} />
        )}
      </main>
    </div>
  );
};
