import type { Info, Status, WorldEnvironment, Worlds } from '../../steering/contract/nouns.ts';
import type { PaneProps } from './pane.ts';
import { Failure, Snippet } from './parts.tsx';
import { type Access, clientSnippets } from './snippets.ts';
import { useLoaded } from './use-loaded.ts';

const LINKS = [
  { href: '/docs', name: 'API reference', text: 'Every operation, to read and to try' },
  { href: '/openapi.yaml', name: 'openapi.yaml', text: 'The same as an OpenAPI 3.1 document' },
  { href: '/docs/v1', name: 'API reference of v1', text: 'The older version, over the same resources' },
  { href: '/openapi-v1.yaml', name: 'openapi-v1.yaml', text: 'The same as an OpenAPI 3.1 document' },
  { href: '/docs/control', name: 'Control plane', text: 'What steers the mock, to read and to try' },
] as const;

const Connect = ({ access }: { access: Access }) => (
  <section aria-labelledby="connect">
    <h2 id="connect">Connect a client</h2>
    <dl class="facts">
      <dt>Base URL</dt>
      <dd>
        <Snippet text={access.url} of="the base URL" />
      </dd>
      <dt>Token</dt>
      <dd>
        <Snippet text={access.token} of="the token" />
      </dd>
      <dt>Organization</dt>
      <dd>
        <Snippet text={access.orgId} of="the uid of the organization" />
      </dd>
    </dl>
    {clientSnippets(access).map(({ client, text }) => (
      <div class="client">
        <h3>{client}</h3>
        <Snippet text={text} of={`the line for ${client}`} />
      </div>
    ))}
  </section>
);

const Served = ({ info, version, worlds }: { info: Info; version: string; worlds: Worlds['worlds'] }) => (
  <section aria-labelledby="served">
    <h2 id="served">What is served</h2>
    <dl class="facts">
      <dt>Version</dt>
      <dd>{version}</dd>
      <dt>Profile</dt>
      <dd>{info.profile}</dd>
      <dt>Fixtures</dt>
      <dd>{info.fixtures.join(', ') || 'none'}</dd>
      <dt>Worlds</dt>
      <dd>{worlds.map(({ id }) => id).join(', ')}</dd>
    </dl>
    <ul class="counts">
      {Object.entries(info.rows)
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => (
          <li>
            <strong>{String(count)}</strong> {kind}
          </li>
        ))}
    </ul>
  </section>
);

/** Shows the ways to connect, the state of the mock, and links to the documents. */
export const Overview = ({ connection, facts }: PaneProps) => {
  const ready = useLoaded(() => connection.steer<Status>('GET', 'ready'), [connection]);
  const info = useLoaded(() => connection.steer<Info>('GET', 'info'), [connection]);
  const worlds = useLoaded(() => connection.steer<Worlds>('GET', 'worlds'), [connection]);
  const known = connection.world === 'default' ? facts.token : '';
  const made = useLoaded(async () => {
    if (known !== '') return known;
    const { env } = await connection.steer<WorldEnvironment>('GET', `worlds/${connection.world}/env`);
    return env.PLATFORM_TOKEN;
  }, [connection, known]);
  const token = known || made.value;
  return (
    <div>
      <p class="lead">
        A stand-in for Platform API v2, with v1 beside it. It keeps real state and enforces the real rules.{' '}
        <span class="state">{ready.value ? `It is ${ready.value.status}.` : ''}</span>
      </p>
      <Failure error={ready.error ?? info.error} />
      {info.value && token && <Connect access={{ url: facts.url, token, orgId: info.value.orgId }} />}
      {info.value && <Served info={info.value} version={facts.version} worlds={worlds.value?.worlds ?? []} />}
      <nav class="links" aria-label="Documents">
        {LINKS.map(({ href, name, text }) => (
          <a class="card" href={href}>
            <strong>{name}</strong>
            <span>{text}</span>
          </a>
        ))}
      </nav>
    </div>
  );
};
