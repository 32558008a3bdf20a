/** The variables that say what the suite is pointed at. */
export interface TargetVariables {
  readonly BASE_URL?: string | undefined;
  readonly TOKEN?: string | undefined;
  readonly ORG_ID?: string | undefined;
  readonly VIEWER_TOKEN?: string | undefined;
}

/** The variables of a target that can be tested, none of them missing. */
export type CheckedTarget = Readonly<Record<'BASE_URL' | 'TOKEN' | 'ORG_ID' | 'VIEWER_TOKEN', string>>;

interface Group {
  readonly uid: string;
  readonly name: string;
}

const DEADLINE_MS = 15_000;
const PAGE = 'docs/contract-suite.md';
const VIEWER = 'viewer-token';

/** The name of the organizations that tests make; a run that was stopped leaves some. */
const MADE_BY_TESTS = 'contract test';

const fail = (problem: string): never => {
  throw new Error(`${problem} (${PAGE} names what the suite needs)`);
};

const demandUrl = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    return fail(`BASE_URL must be an http or https URL without a path, and is "${given}"`);
  }
  return url.origin;
};

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** A GET with the token; without one it sends no Authorization. */
type Ask = (path: string, token?: string) => Promise<Reply>;

const asking =
  (baseUrl: string, signal: AbortSignal): Ask =>
  async (path, token) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    try {
      const answer = await fetch(`${baseUrl}${path}`, { headers, signal });
      const text = await answer.text();
      return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : undefined };
    } catch (error) {
      const { message, cause } = error as Error;
      return fail(`BASE_URL: ${baseUrl} does not answer: ${cause instanceof Error ? cause.message : message}`);
    }
  };

const rootOf = async (ask: Ask, token: string): Promise<string> => {
  const { body } = await ask('/iam/v2/groups?uidp.in_root=true&page_size=200', token);
  const groups = ((body as { readonly groups?: readonly Group[] }).groups ?? []).filter(
    ({ name }) => name !== MADE_BY_TESTS,
  );
  const [only, ...others] = groups;
  if (only && others.length === 0) return only.uid;
  const found = groups.slice(0, 5).map(({ uid, name }) => `${uid} (${name})`);
  return fail(
    only
      ? `ORG_ID is not set, and TOKEN sees ${groups.length} root groups: ${found.join(', ')}`
      : 'ORG_ID is not set, and TOKEN sees no root group',
  );
};

/**
 * Checks that a server can be tested, before any test runs: it answers as the API, it takes the tokens, and the
 * organization is there. A missing ORG_ID is the root group of the target if it has only one, and a missing VIEWER_TOKEN is
 * `viewer-token`. Takes no longer than the deadline, even if the server is silent.
 * @throws Error that names the variable at fault
 */
export const checkTarget = async (given: TargetVariables, deadlineMs = DEADLINE_MS): Promise<CheckedTarget> => {
  const baseUrl = demandUrl(given.BASE_URL ?? '');
  const ask = asking(baseUrl, AbortSignal.timeout(deadlineMs));
  const token = given.TOKEN || fail('TOKEN is not set: a token of an identity that may do everything');
  const anonymous = await ask('/iam/v2/groups');
  const { message } = (anonymous.body ?? {}) as { readonly message?: unknown };
  if (anonymous.status !== 401 || typeof message !== 'string') {
    return fail(`BASE_URL: ${baseUrl} is not the API: GET /iam/v2/groups without a token is ${anonymous.status}`);
  }
  const { status } = await ask('/iam/v2/groups?page_size=1', token);
  if (status !== 200) return fail(`TOKEN is not accepted: GET /iam/v2/groups is ${status}`);
  const org = given.ORG_ID || (await rootOf(ask, token));
  const path = `/iam/v2/groups/${org}`;
  const own = await ask(path, token);
  if (own.status !== 200) return fail(`ORG_ID: GET ${path} is ${own.status}`);
  const viewer = given.VIEWER_TOKEN || VIEWER;
  const seen = await ask(path, viewer);
  if (seen.status !== 200) {
    const which = given.VIEWER_TOKEN ? 'VIEWER_TOKEN' : `VIEWER_TOKEN is not set, and "${VIEWER}"`;
    return fail(`${which} cannot read the organization: GET ${path} is ${seen.status}`);
  }
  return { BASE_URL: baseUrl, TOKEN: token, ORG_ID: org, VIEWER_TOKEN: viewer };
};

/** The setup of a run against a server that is there already: no test runs if it cannot be tested. */
export default async function setUp(): Promise<void> {
  Object.assign(process.env, await checkTarget(process.env));
}
