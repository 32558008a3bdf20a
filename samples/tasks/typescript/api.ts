/** The address of the API, and its caller. */
export interface Platform {
  readonly url: string;
  readonly token: string;
  readonly orgId: string;
  readonly issuer: string;
}

export interface Repo {
  readonly uid: string;
  readonly name: string;
  readonly description: string;
  readonly bundles?: readonly string[];
}

/** A call that failed. Its status is 0 where no answer came. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** In seconds. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

const LIMIT_MS = 10_000;

/** The platform that the environment of the process, or of a world, names. */
export const platformOf = (env: Readonly<Record<string, string | undefined>>): Platform => ({
  url: env.PLATFORM_API_URL ?? '',
  token: env.PLATFORM_TOKEN ?? '',
  orgId: env.PLATFORM_ORG_ID ?? '',
  issuer: env.PLATFORM_ISSUER ?? '',
});

const messageOf = (text: string): string => {
  try {
    return String((JSON.parse(text) as { message?: string }).message);
  } catch {
    return text;
  }
};

/** Makes a call, and returns what it was answered with. */
export const call = async <T>(platform: Platform, method: string, path: string, body?: object): Promise<T> => {
  const headers = { authorization: `Bearer ${platform.token}` };
  const sent = { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(LIMIT_MS) };
  const answer = await fetch(`${platform.url}${path}`, sent).catch((error: unknown) => {
    throw new Refused(0, String(error));
  });
  const text = await answer.text();
  const retryAfter = answer.headers.get('retry-after');
  if (!answer.ok)
    throw new Refused(answer.status, messageOf(text), retryAfter === null ? undefined : Number(retryAfter));
  return JSON.parse(text || '{}') as T;
};
