import type { Repo, Server } from './client.ts';

const TRIES = 3;

const findRepo = async ({ fetch, orgId }: Server, name: string): Promise<Repo | undefined> => {
  const answer = await fetch(`/registry/v2/repos?uidp.children_of=${orgId}&name=${encodeURIComponent(name)}`);
  const { repos } = (await answer.json()) as { repos: readonly Repo[] };
  return repos[0];
};

/** Creates a repo, with another try while the server is unavailable. A try whose answer was lost may have made it. */
export const createRepo = async (server: Server, repo: Repo): Promise<Repo> => {
  for (let tried = 1; ; tried += 1) {
    const path = `/registry/v2/repos/${server.orgId}`;
    const answer = await server.fetch(path, { method: 'POST', body: JSON.stringify(repo) });
    if (answer.status === 503 && tried < TRIES) continue;
    const body = (await answer.json()) as Repo & { message: string };
    if (answer.ok) return body;
    // The guard: what is there after a second try is ours if it is what we asked for.
    const made = answer.status === 409 && tried > 1 ? await findRepo(server, repo.name) : undefined;
    if (made?.description !== repo.description) throw new Error(body.message);
    return made;
  }
};
