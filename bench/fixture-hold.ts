import { startMeasuredMock } from './processes.ts';

const ORGANIZATIONS = 10;
const REPOS = 4_000;

const digestOf = (nth: number): string => `sha256:${nth.toString(16).padStart(64, '0')}`;

const repo = (org: number, nth: number): string => `      - name: repo-${nth}
        description: Repo number ${nth} of organization ${org}.
        tags:
          - { name: latest, digest: "${digestOf(org * REPOS + nth)}" }
`;

const org = (nth: number): string => `  - name: org-${nth}.example.com
    description: An organization with many repos.
    repos:
${Array.from({ length: REPOS }, (_, at) => repo(nth, at)).join('')}`;

/** A line on the longest block of the event loop while a large fixture is read and applied. */
export const fixtureHold = async (): Promise<string> => {
  const mock = await startMeasuredMock('--fixture', 'empty');
  try {
    const body = `groups:\n${Array.from({ length: ORGANIZATIONS }, (_, nth) => org(nth)).join('')}`;
    await mock.longestHold();
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${mock.port}/_mock/v1/fixtures`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/yaml' },
      body,
    });
    if (!answer.ok) throw new Error(`the fixture was answered with ${answer.status}: ${await answer.text()}`);
    const taken = performance.now() - begun;
    const longest = await mock.longestHold();
    const size = (body.length / 1e6).toFixed(1);
    return `a fixture of ${size} MB in YAML: applied in ${taken.toFixed(0)} ms, longest hold of the event loop ${longest.toFixed(0)} ms`;
  } finally {
    await mock.stop();
  }
};
