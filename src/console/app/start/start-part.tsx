import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AuthzState, Faults, Info, MintedToken, Quotas } from '../../../../generated/nouns.ts';
import { CALL, WORLD } from '../address.ts';
import type { Call } from '../calls/call.ts';
import { CallLine } from '../calls/call-columns.tsx';
import { useCallStore } from '../calls/use-calls.ts';
import { Copy, Icon, Pairs, PartLink, SCROLLS, Text } from '../frame/bits.tsx';
import { useConsole, useCopy, useLoaded, useVariables } from '../frame/console-context.ts';
import { IdentityChoice } from '../frame/identity-choice.tsx';
import { useKeys } from '../frame/keys.ts';
import { Messages } from '../frame/messages.tsx';
import { Failure } from '../frame/outcome.tsx';
import { ageText, count, dayText, group, maskedToken } from '../frame/text.ts';
import { kindWords } from '../rows/row.ts';
import { callToShow, testRows } from '../tests/test-columns.tsx';
import { type Access, CLIENTS } from './clients.ts';

/** The largest number of lines of a list. */
const MAX_LINES = 6;
/** The largest number of kinds of rows that are named. */
const MAX_KINDS = 5;

/** Stands for the token in a text until its place is found. */
const MASKED = 'token-that-is-shown-masked';

const Connect = () => {
  const { connection, facts, say } = useConsole();
  const copy = useCopy();
  const [at, setAt] = useState(0);
  const [identity, setIdentity] = useState('');
  const { value: env } = useVariables();
  const minted = useLoaded(
    async () =>
      identity === ''
        ? undefined
        : { of: identity, token: (await connection.steer<MintedToken>('POST', 'tokens', { identity })).token },
    [connection, identity],
  );
  // Nothing is copied in the name of one identity with the token of another.
  const own = minted.value?.of === identity ? minted.value.token : undefined;
  const token = (identity === '' ? env?.PLATFORM_TOKEN : own) ?? '';
  const access: Access = {
    url: env?.PLATFORM_API_URL ?? '',
    token,
    orgId: env?.PLATFORM_ORG_ID ?? '',
    version: facts.version,
  };
  const client = CLIENTS[at] as (typeof CLIENTS)[number];
  const whole = (): string => (env && token !== '' ? client.text(access) : '');
  useKeys({
    c: () =>
      token === '' ? say({ text: 'There is no token to copy.' }) : copy(whole(), `Copied for ${client.client}.`),
  });
  const [before = '', after] = env ? client.text({ ...access, token: MASKED }).split(MASKED) : [''];
  return (
    <section>
      <h2>Connect a client</h2>
      <div class="seg">
        {CLIENTS.map(({ client: name }, nth) => (
          <button type="button" key={name} aria-pressed={nth === at} onClick={() => setAt(nth)}>
            {name}
          </button>
        ))}
      </div>
      <pre class="code" {...SCROLLS}>
        {before}
        {after !== undefined && <span class="t3">{maskedToken(token)}</span>}
        {after}
      </pre>
      <div class="acts">
        <Copy look="pri" keyName="c" text={whole} of={`for ${client.client}`}>
          {client.client === 'Shell' ? 'Copy all three lines' : 'Copy'}
        </Copy>
        <IdentityChoice identity={identity} onChoose={setIdentity} />
        <Failure error={minted.error} />
        <span class="t3 hint">
          The token is copied whole. It lives for {identity === '' ? 'ten years' : 'an hour'} of its world's clock.
        </span>
      </div>
    </section>
  );
};

const RIGHTS = {
  enforce: 'enforced',
  report: 'reported, and let through',
  off: 'off: whoever is known may do everything',
};

/** Kinds of rows that only the mock uses. */
const OF_THE_MOCK: readonly string[] = ['fixtureAliases', 'namedTokens'];

const RowCounts = ({ rows }: { rows: Info['rows'] }) => {
  const { facts } = useConsole();
  const kinds = Object.entries(rows)
    .filter(([kind, number]) => number > 0 && !OF_THE_MOCK.includes(kind))
    .sort(([, one], [, other]) => other - one)
    .map(([kind, number]) => `${group(number)} ${kindWords(facts.kinds, kind, number)}`);
  const more = kinds.length - MAX_KINDS;
  return (
    <>
      {kinds.slice(0, MAX_KINDS).join(', ') || 'none'}
      {more > 0 && ', '}
      {more > 0 && <PartLink to="rows">and {count(more, 'kind')} more</PartLink>}
    </>
  );
};

const WhatRuns = () => {
  const { worlds, facts, connection } = useConsole();
  const { value } = useLoaded(async () => {
    const [info, { faults }, { quota }, authz] = await Promise.all([
      connection.steer<Info>('GET', 'info'),
      connection.steer<Faults>('GET', 'faults'),
      connection.steer<Quotas>('GET', 'quota'),
      connection.steer<AuthzState>('GET', 'authz'),
    ]);
    return { info, faults: faults.length, quotas: quota.length, authz };
  }, [connection]);
  if (!value) return null;
  const { info, faults, quotas, authz } = value;
  const tests = worlds.all.filter(({ isTest }) => isTest).length;
  return (
    <section>
      <h2>What runs</h2>
      <Pairs
        pairs={[
          [
            'World',
            <>
              {connection.world}
              {tests > 0 && ', and '}
              {tests > 0 && <PartLink to="tests">{count(tests, 'world')} of tests</PartLink>}
            </>,
          ],
          ['Fixtures', info.fixtures.join(', ') || 'none'],
          ['Rows', <RowCounts key="rows" rows={info.rows} />],
          [
            'Clock',
            <>
              {info.clock.mode}, <span class="num">{dayText(info.clock.now)}</span>
            </>,
          ],
          ['Rights', RIGHTS[authz.mode]],
          [
            'Faults, quota',
            <>
              {faults + quotas === 0 ? 'none' : `${count(faults, 'fault')}, ${count(quotas, 'quota')}`}{' '}
              <span class="t3">·</span> <PartLink to="faults">make calls fail</PartLink>
            </>,
          ],
          ['Profile', info.profile],
          ['Version', facts.version],
          [
            'References',
            <span class="links" key="references">
              <a href="/docs">API v2</a> <a href="/docs/v1">API v1</a> <a href="/docs/control">Control plane</a>{' '}
              <a href="/openapi.yaml">openapi.yaml</a> <a href="/openapi-v1.yaml">openapi-v1.yaml</a>
            </span>,
          ],
        ]}
      />
    </section>
  );
};

/** A list of failures, a line each, under a title with a link to all of them. */
const Lately = (props: {
  title: string;
  to: string;
  params?: Readonly<Record<string, string>>;
  number: string;
  /** The words in place of the lines if there are none. */
  none?: string | false;
  children: ComponentChildren;
}) => (
  <section>
    <h2>
      {props.title}{' '}
      <PartLink to={props.to} params={props.params}>
        {props.number}
      </PartLink>
    </h2>
    {props.none && <p class="t3">{props.none}</p>}
    <ul class="late">{props.children}</ul>
  </section>
);

const FailedTests = () => {
  const { worlds, calls } = useConsole();
  const rows = testRows(worlds, calls.list);
  const failed = rows.filter(({ world }) => world.standing === 'failed');
  const tests = rows.filter(({ world }) => world.isTest).length;
  const now = Date.now();
  if (tests === 0) return null;
  return (
    <Lately
      title="Failed lately"
      to="tests"
      number={`${failed.length} of ${count(tests, 'test')}`}
      none={failed.length === 0 && 'No test has failed.'}
    >
      {failed.slice(0, MAX_LINES).map(({ world, calls: own, failure }) => {
        const call = callToShow(own);
        const params = { [WORLD]: world.id, [CALL]: call ? String(call.number) : '' };
        return (
          <li key={world.id}>
            <PartLink to="calls" look="lrow two" params={params}>
              <Icon name="bad" look="bad" title="Failed" />
              <Text look="cut b">{world.title}</Text>
              <span class="r t2">{ageText(world.endTime ?? world.createTime, now)}</span>
              <Text look="bad cut under">{failure}</Text>
            </PartLink>
          </li>
        );
      })}
    </Lately>
  );
};

const FailedCalls = ({ calls }: { calls: readonly Call[] }) => {
  const failed = calls.filter((call) => call.failed);
  const last = failed.slice(-MAX_LINES).toReversed();
  return (
    <Lately
      title="Calls that went wrong"
      to="calls"
      params={{ q: 'is:failed' }}
      number={`${group(failed.length)} of ${group(calls.length)}`}
      none={failed.length === 0 && (calls.length === 0 ? 'No call has been made.' : 'No call has failed.')}
    >
      {last.map((call) => (
        <CallLine key={call.number} call={call} />
      ))}
    </Lately>
  );
};

const Unread = ({ calls }: { calls: readonly Call[] }) => {
  const byField = new Map<string, Call>();
  for (const call of calls) for (const path of call.entry.unread) byField.set(`${call.operation} ${path}`, call);
  if (byField.size === 0) return null;
  return (
    <Lately title="Nobody read these" to="calls" params={{ q: 'is:unread' }} number={count(byField.size, 'field')}>
      {[...byField].slice(-MAX_LINES).map(([field, call]) => (
        <li key={field}>
          <PartLink to="calls" look="m" params={{ [CALL]: String(call.number) }}>
            <Text>{field}</Text>
          </PartLink>
        </li>
      ))}
    </Lately>
  );
};

/** The first page: how a client is connected, what runs, and what failed lately. */
export const StartPart = () => {
  const { facts, calls: store, world, worlds } = useConsole();
  const every = useCallStore(store);
  const calls = every.filter((call) => !call.own && (world === undefined || worlds.holds(world, call)));
  return (
    <div class="start" {...SCROLLS} role="group" aria-label="Start">
      <div>
        <Messages />
        <h1>Ready on {facts.url}</h1>
        <p class="t2">A stand-in for Platform API v2 and v1. It keeps real state and enforces the real rules.</p>
        <Connect />
        <WhatRuns />
        <section>
          <h2>A fixture of your own</h2>
          <p class="t2">
            Drop a YAML or JSON file anywhere on this page. It is checked first, and its changes are listed before it is
            applied.
          </p>
        </section>
      </div>
      <div>
        <FailedTests />
        <FailedCalls calls={calls} />
        <Unread calls={calls} />
      </div>
    </div>
  );
};
