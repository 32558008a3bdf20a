import { hash } from 'node:crypto';
import type { WorldIdentity } from '../../identity/world-identity.ts';
import { hostIn } from '../../kernel/request-origin.ts';
import { routesTagged } from '../../plane/route.ts';
import { type App, json, type Steered } from '../../plane/route-parts.ts';
import { serve } from '../../plane/serve.ts';
import { CI_SUBJECT_FORM } from '../../schema/token-words.ts';
import { CI_ISSUER, CI_SUBJECT, ciToken, ciTokenQuery } from './tokens.contract.ts';

/** A number that is always the same for a text. */
const numberOf = (text: string): string => String(Number.parseInt(hash('sha256', text).slice(0, 7), 16));

/**
 * The claims of the token that a workflow of GitHub Actions gets, by its subject. The run is always the first of its
 * workflow.
 */
const ciFactsOf = (
  subject: string,
): { readonly audience: string; readonly claims: Readonly<Record<string, string>> } => {
  const parts = CI_SUBJECT_FORM.exec(subject) ?? [];
  const [, owner = '', ownerId = numberOf(owner), name = '', id = numberOf(`${owner}/${name}`)] = parts;
  const [ref, kind, environment] = parts.slice(5);
  const isPullRequest = ref === undefined && environment === undefined;
  const repository = `${owner}/${name}`;
  const at = ref ?? (isPullRequest ? 'refs/pull/1/merge' : 'refs/heads/main');
  const workflow = `${repository}/.github/workflows/ci.yml@${at}`;
  const sha = hash('sha256', `${repository} ${at}`).slice(0, 40);
  return {
    audience: `https://github.com/${owner}`,
    claims: {
      repository,
      repository_owner: owner,
      repository_id: id,
      repository_owner_id: ownerId,
      repository_visibility: 'private',
      ref: at,
      ref_type: kind === 'tags' ? 'tag' : 'branch',
      sha,
      head_ref: isPullRequest ? 'change' : '',
      base_ref: isPullRequest ? 'main' : '',
      // The CI writes the colons of a name as `%3A` in the subject only.
      ...(environment !== undefined && { environment: environment.replaceAll('%3A', ':') }),
      event_name: isPullRequest ? 'pull_request' : 'push',
      actor: owner,
      actor_id: ownerId,
      workflow: 'ci',
      workflow_ref: workflow,
      workflow_sha: sha,
      job_workflow_ref: workflow,
      job_workflow_sha: sha,
      runner_environment: 'github-hosted',
      run_id: numberOf(subject),
      run_number: '1',
      run_attempt: '1',
    },
  };
};

/** The life of such a token, in seconds. */
const LIFE_SECONDS = 300;

const token = routesTagged('Tokens')('GET /github-actions/token', 'tokens.githubActions', {
  summary: 'Get the ambient credential of a hosted CI',
  description:
    'The answer of `ACTIONS_ID_TOKEN_REQUEST_URL` in a workflow. The mock trusts the token whatever its issuer.',
  query: ciTokenQuery,
  answer: json(ciToken, 'A token as the CI would issue it to the workflow.'),
});

/** The route by which a workflow of a hosted CI gets its token (behaviour §10.24). */
export const ciTokenRoutes = (app: App, steered: Steered<{ readonly identity: WorldIdentity }>): void => {
  serve(app, token, async ({ query: { audience, subject = CI_SUBJECT, issuer = CI_ISSUER } }, context) => {
    const facts = ciFactsOf(subject);
    const { token: value } = await steered(context).identity.mintUpstream({
      issuer,
      subject,
      ttlSeconds: LIFE_SECONDS,
      claims: facts.claims,
      audience: [audience ?? facts.audience],
      host: hostIn(context.env.headers),
    });
    return { value };
  });
};
