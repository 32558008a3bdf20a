// A client with a bug that no test finds whose server always answers: it tries a create again without a look at what
// the try before has done.

export interface Repo {
  readonly name: string;
  readonly description: string;
}

/** The part of a server that the client needs; the `fetch` of a world has the host and the token. */
export interface Server {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly orgId: string;
}

const TRIES = 3;

/** Creates a repo, with another try while the server is unavailable. */
export const createRepo = async ({ fetch, orgId }: Server, repo: Repo): Promise<Repo> => {
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(`/registry/v2/repos/${orgId}`, { method: 'POST', body: JSON.stringify(repo) });
    if (answer.status === 503 && tried < TRIES) continue;
    const body = (await answer.json()) as Repo & { message: string };
    if (!answer.ok) throw new Error(body.message);
    return body;
  }
};
