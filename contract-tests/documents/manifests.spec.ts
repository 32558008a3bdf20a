import { join } from 'node:path';
import { run } from '../clients/programs.ts';
import { virtualEnvironment } from '../clients/virtual-environment.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect, test } from '../support/test.ts';

/** The releases of Kubernetes that the manifests are for: an old one that clusters still run, and the newest. */
const RELEASES = ['1.29', '1.37'];

const { bin, install } = virtualEnvironment('contract-tests/documents/requirements.txt');

test('the manifests are what the schemas of Kubernetes describe, and nothing else @mock @whole', async () => {
  test.setTimeout(120_000);
  skipAloud('the manifests were not checked', await install());
  for (const release of RELEASES) {
    for (const file of ['platform-mock.yaml', 'one-pod.yaml']) {
      const words = ['--strict', '-k', release, join('deploy/kubernetes', file)];
      const { code, stdout, stderr } = await run(join(bin, 'kubernetes-validate'), words);
      expect(code, `${stdout}${stderr}`).toBe(0);
      expect(`${stdout}${stderr}`.match(/ passed for resource /g), file).toHaveLength(3);
    }
  }
});
