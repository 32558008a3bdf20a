// Ships: lists the repos of an organization, makes one, puts it into a bundle, and retires an old one. A probe finds
// nothing in it; with `--mistake NAME` it makes one of the usual mistakes, each in the line that asks for it.
// Its retries have "full jitter": a pause by chance below a bound that doubles.
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { mistake: { type: 'string', default: '' } } });
const MISTAKES = [
  ...['another-name-after-409', 'stop-at-short-page', 'stop-at-empty-page', 'count-rows-twice', 'read-errors-as-empty'],
  ...['no-pause', 'ignore-retry-after', 'no-timeout', 'send-back-all-fields', 'refuse-new-fields', 'refuse-new-values'],
  ...['take-401-for-nothing-to-do', 'swallow-errors', 'ignore-refused-delete', 'trust-a-late-read'],
];
if (values.mistake !== '' && !MISTAKES.includes(values.mistake)) throw new Error(`no mistake: ${values.mistake}`);
const makes = (mistake: string): boolean => values.mistake === mistake;

const TRIES = 5;
const TIMEOUT_MS = 3_000;
const FIRST_BOUND_MS = 400;
const PAGE_SIZE = 3;
const TIERS = new Map([
  ['CATALOG_TIER_BASE', 'base'],
  ['CATALOG_TIER_APPLICATION', 'application'],
]);
const REPO_FIELDS = ['uid', 'name', 'description', 'bundles', 'catalogTier', 'createTime', 'updateTime'];

interface Repo {
  readonly uid: string;
  readonly name: string;
  readonly description?: string;
  readonly bundles?: readonly string[];
  readonly catalogTier?: string;
}

/** An answer that is an error; status 0 is none at all. */
class Refused extends Error {
  readonly status: number;
  readonly retryAfterMs: number;

  constructor(status: number, message: string, retryAfterMs = 0) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** True for what may succeed when it is tried again. */
  get isPassing(): boolean {
    return [0, 429, 500, 502, 503, 504].includes(this.status) || /^aborted/i.test(this.message);
  }

  get isTaken(): boolean {
    return this.status === 409 && this.message.includes('exists');
  }
}

interface Ask {
  readonly method?: string;
  readonly token: string;
  readonly body?: unknown;
}

/** One try. @throws Refused, also for what is no answer of the service */
const ask = async <T>(url: string, { method = 'GET', token, body }: Ask): Promise<T> => {
  try {
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
      ...(!makes('no-timeout') && { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    if (answer.ok) return JSON.parse(text || '{}') as T;
    const message = isJson ? (JSON.parse(text) as { readonly message: string }).message : answer.statusText;
    throw new Refused(answer.status, message, Number(answer.headers.get('retry-after') ?? 0) * 1_000);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(0, `no answer: ${error}`);
  }
};

const pause = async (tried: number, { retryAfterMs }: Refused): Promise<void> => {
  if (makes('no-pause')) return;
  const bound = FIRST_BOUND_MS * 2 ** tried;
  const asked = makes('ignore-retry-after') ? 0 : retryAfterMs;
  await new Promise((resolve) => setTimeout(resolve, asked + Math.random() * bound));
};

/** Calls until there is a result that may last, a few times at most. */
const patiently = async <T>(
  call: (tried: number) => Promise<T>,
  isPassing = (refused: Refused): boolean => refused.isPassing,
): Promise<T> => {
  for (let tried = 0; ; tried += 1) {
    try {
      return await call(tried);
    } catch (error) {
      if (!(error instanceof Refused) || tried === TRIES - 1 || !isPassing(error)) throw error;
      await pause(tried, error);
    }
  }
};

const variable = (name: string): string => process.env[name] ?? '';
const SERVICE = variable('PLATFORM_API_URL');
const ORG = variable('PLATFORM_ORG_ID');

let known: string | undefined;

/** The token of this workflow, exchanged for what its CI says. Whoever needs it tries again. */
const token = async (): Promise<string> => {
  if (known !== undefined) return known;
  const asked = `${variable('ACTIONS_ID_TOKEN_REQUEST_URL')}&audience=harbor.example`;
  const identity = await ask<{ readonly value: string }>(asked, { token: variable('ACTIONS_ID_TOKEN_REQUEST_TOKEN') });
  const body = new URLSearchParams({ aud: variable('PLATFORM_ISSUER') });
  const exchanged = { method: 'POST', token: identity.value, body };
  known = (await ask<{ readonly token: string }>(`${SERVICE}/sts/exchange`, exchanged)).token;
  return known;
};

/** One try; a token that is refused is replaced once. */
const once = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const call = async (): Promise<T> => ask(`${SERVICE}${path}`, { method, token: await token(), body });
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    if (makes('take-401-for-nothing-to-do')) return {} as T;
    known = undefined;
    return call();
  }
};

const ignoring = async (call: Promise<unknown>): Promise<void> => void (await call.catch(() => undefined));

interface Page {
  readonly repos?: readonly Repo[];
  readonly nextPageToken?: string;
}

const readPage = async (path: string): Promise<Page> =>
  makes('read-errors-as-empty') ? once<Page>('GET', path).catch(() => ({})) : patiently(() => once<Page>('GET', path));

const tierOf = ({ catalogTier = '' }: Repo): string => {
  const tier = TIERS.get(catalogTier);
  if (makes('refuse-new-values') && tier === undefined && catalogTier !== '') throw new Error(`no tier ${catalogTier}`);
  return tier ?? 'other';
};

const checked = (repo: Repo): Repo & { readonly tier: string } => {
  const odd = Object.keys(repo).filter((key) => !REPO_FIELDS.includes(key));
  if (makes('refuse-new-fields') && odd.length > 0) throw new Error(`unknown fields ${odd.join(', ')}`);
  return { ...repo, tier: tierOf(repo) };
};

/** Every repo, once, whatever the pages are like. */
const listRepos = async (name = ''): Promise<readonly Repo[]> => {
  const repos = new Map<string, Repo>();
  for (let pageToken = ''; ; ) {
    const asked = { 'uidp.children_of': ORG, page_size: String(PAGE_SIZE), order_by: 'name', page_token: pageToken };
    const query = new URLSearchParams({ ...asked, ...(name !== '' && { name }) });
    const { repos: rows = [], nextPageToken = '' } = await readPage(`/registry/v2/repos?${query}`);
    for (const repo of rows) repos.set(makes('count-rows-twice') ? String(repos.size) : repo.uid, checked(repo));
    const isShort = makes('stop-at-short-page') && rows.length < PAGE_SIZE;
    const isEmpty = makes('stop-at-empty-page') && rows.length === 0;
    if (nextPageToken === '' || isShort || isEmpty) return [...repos.values()];
    pageToken = nextPageToken;
  }
};

/** Makes a repo. One that is there after a try without an answer is ours, if it is what was asked for. */
const createRepo = async (name: string, description: string): Promise<Repo> =>
  patiently(async (tried) => {
    const used = makes('another-name-after-409') && tried > 0 ? `${name}-${tried + 1}` : name;
    try {
      return await once<Repo>('POST', `/registry/v2/repos/${ORG}`, { name: used, description });
    } catch (error) {
      if (!(error instanceof Refused) || !error.isTaken || tried === 0) throw error;
      const made = (await listRepos(name)).find((repo) => repo.description === description);
      if (!made) throw error;
      return made;
    }
  });

/** Reads a repo before it is written, and sends only what changes. */
const addToBundle = async (uid: string, bundle: string): Promise<void> => {
  const path = `/registry/v2/repos/${uid}`;
  const isMissing = (error: unknown): boolean => error instanceof Refused && error.status === 404;
  const trusts = makes('trust-a-late-read');
  // A row of a moment ago is perhaps not visible yet.
  const lags = (refused: Refused): boolean => refused.isPassing || (isMissing(refused) && !trusts);
  const repo = await patiently(() => once<Repo>('GET', path), lags).catch((error: unknown) => {
    if (trusts && isMissing(error)) return undefined;
    throw error;
  });
  if (!repo) return;
  const bundles = [...(repo.bundles ?? []), bundle];
  const change = (): Promise<Repo> =>
    makes('send-back-all-fields')
      ? once('PATCH', path, { ...repo, bundles })
      : once('PATCH', `${path}?update_mask=bundles`, { bundles });
  if (makes('swallow-errors')) await ignoring(change());
  else await patiently(change);
};

/** Deletes a repo; one that is gone is deleted. */
const deleteRepo = async (uid: string): Promise<void> => {
  const remove = (): Promise<object> => once('DELETE', `/registry/v2/repos/${uid}`);
  if (makes('ignore-refused-delete')) return ignoring(remove());
  await patiently(remove).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.status !== 404) throw error;
  });
};

const ship = async (): Promise<void> => {
  const repos = await listRepos();
  console.log(`${repos.length} repos: ${repos.map(({ name }) => name).join(', ')}`);
  const ledger = await createRepo('ledger', 'Kept by ship.');
  await addToBundle(ledger.uid, 'base');
  for (const { uid, name } of repos) if (name === 'attic') await deleteRepo(uid);
  console.log('shipped');
};

await ship().catch((error: Error) => {
  console.error(`ship: ${error.message}`);
  process.exitCode = 1;
});
