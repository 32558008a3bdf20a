import type { WorldEnvironment } from '../../../../generated/nouns.ts';
import { CALL, WORLD, withParams, writeAddress } from '../address.ts';
import { Button, Copy, copyText, count, Empty, isOrAre, SCROLLS } from '../frame/bits.tsx';
import { useConsole } from '../frame/console-context.ts';
import { useKeys } from '../frame/keys.ts';
import { maskedToken, useVariables } from '../start/variables.ts';

/** Shown if no call matches: how many there are, and the way back to them. */
export const NoMatch = ({ search, total, onClear }: { search: string; total: number; onClear: () => void }) => (
  <Empty
    title={
      <>
        No call matches <code>{search}</code>
      </>
    }
    text={`${count(total, 'call')} ${isOrAre(total)} there.`}
  >
    <Button onClick={onClear}>Clear the search</Button>
  </Empty>
);

/** Shown if there is no call yet: the purpose of the part, and how to make a call. */
export const NoCall = ({ elsewhere }: { elsewhere: number }) => {
  const { world, worlds, connection, address, isReadOnly, say } = useConsole();
  const { value: env } = useVariables();
  const isThere = worlds.get(connection.world)?.isEnded !== true && !worlds.isMissing(connection.world);
  const isHere = !isReadOnly && isThere;
  const lines = (token: string): string =>
    `export PLATFORM_API_URL=${env?.PLATFORM_API_URL ?? ''}\nexport PLATFORM_TOKEN=${token}`;
  const token = env?.PLATFORM_TOKEN ?? '';
  const first = async (): Promise<void> => {
    const { env: made } = await connection.steer<WorldEnvironment>('GET', `worlds/${connection.world}:variables`);
    const asked = { authorization: `Bearer ${made.PLATFORM_TOKEN}`, cgclientid: 'first-call' };
    await fetch('/registry/v2/repos?page_size=3', { headers: asked, credentials: 'omit' });
  };
  const copy = async (): Promise<void> =>
    say({ text: (await copyText(lines(token))) ? 'Copied both lines.' : 'The browser does not let this page copy.' });
  useKeys({ c: () => isHere && void copy() });
  return (
    <div class="empty">
      <h1>
        No call in {world === undefined ? 'any world' : `world ${world}`}
        {isThere && !isReadOnly && ' yet'}
      </h1>
      {isThere && !isReadOnly && (
        <p class="t2">
          Each call that a client makes appears here the moment it begins: what it sent, what it got, what it changed,
          and why.
        </p>
      )}
      {isHere && (
        <>
          <pre class="code" {...SCROLLS}>
            {`export PLATFORM_API_URL=${env?.PLATFORM_API_URL ?? ''}\nexport PLATFORM_TOKEN=`}
            <span class="t3">{maskedToken(token)}</span>
            {world === undefined ? '' : '   # of this world'}
          </pre>
          <div class="acts">
            <Copy look="pri" keyName="c" text={() => lines(token)}>
              Copy both lines
            </Copy>
            <Button onClick={first}>Make a first call</Button>
          </div>
        </>
      )}
      {elsewhere > 0 && (
        <p class="t3">
          {count(elsewhere, 'call')} {isOrAre(elsewhere)} in other worlds.{' '}
          <a href={writeAddress(withParams(address, { [WORLD]: '', [CALL]: '' }))}>Show all worlds</a>
        </p>
      )}
    </div>
  );
};
