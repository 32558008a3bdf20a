import { readFileSync } from 'node:fs';
import { codeName } from '../support/grpc-client.ts';
import { expect, test } from '../support/grpc-test.ts';
import { operations, operationsV1 } from '../support/openapi.ts';
import { betaName, protoMethods } from '../support/proto-files.ts';
import { grpcOnlySamples } from './grpc-only-samples.ts';
import { ABOUT_TOKENS, operationOf, requestFor } from './method-samples.ts';

const UNIMPLEMENTED = 12;

const fileText = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The published methods of services that are served, by their full names. */
const published: readonly string[] = Object.entries<readonly string[]>(
  JSON.parse(fileText('contract-tests/support/published-interface.json')).services,
).flatMap(([service, methods]) => methods.map((method) => `${service}/${method.split('(')[0]}`));

/** Operations with a second HTTP path for the same method; gRPC has the method once. */
const SECOND_WAYS = ['ExchangeByGet'];

const sampled = protoMethods.flatMap((method) => {
  const request = requestFor(method);
  return request ? [{ name: method.name, request }] : [];
});

test.describe('every method of the emitted files', () => {
  for (const { name: own, request } of sampled) {
    for (const name of new Set([own, betaName(own)])) {
      test(`${name} answers a sample @fixture`, async ({ grpc, org }) => {
        const { json, token } = await request(org);
        const ended = await grpc.call(name, json, { ...(token !== undefined && { token }) });
        expect(ended.ok, ended.ok ? '' : `${codeName(ended.code)} ${ended.message}`).toBe(true);
      });
    }
  }

  test('each operation of the documents is a method, and the rest are about tokens or have no HTTP path', () => {
    const methods = new Set(protoMethods.map(operationOf));
    const documented = [...operations, ...operationsV1].map(({ id }) => id);
    expect(documented.filter((id) => !methods.has(id) && !SECOND_WAYS.includes(id))).toEqual([]);
    const beside = protoMethods.filter((method) => !documented.includes(operationOf(method)));
    const alone = beside.filter(({ service }) => !ABOUT_TOKENS.includes(service)).map(({ name }) => name);
    expect(alone.toSorted()).toEqual([...grpcOnlySamples.keys()].toSorted());
    expect(new Set(sampled.map(({ name }) => name)).size).toBe(
      protoMethods.filter(({ service }) => !ABOUT_TOKENS.includes(service)).length,
    );
  });

  test('12.6: a published method that is not served is unimplemented, and the rule book names it', async ({ grpc }) => {
    const here = new Set(protoMethods.map(({ name }) => name));
    const missing = published.filter((name) => !here.has(name));
    const [, section = ''] = fileText('docs/rules/v1.md').split('<a id="12.6"></a>');
    const [methods = ''] = section.split('Whole services');
    const named = methods
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => {
        const [, service = '', names = ''] = line.split('|');
        const full = `chainguard.platform.${service.trim().replaceAll('`', '')}`;
        return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${full}/${name}`);
      });
    expect(named.toSorted()).toEqual(missing.toSorted());
    for (const name of missing) {
      expect(await grpc.send(`/${name}`, Buffer.alloc(0)), name).toMatchObject({ ok: false, code: UNIMPLEMENTED });
    }
  });

  test('no method is unimplemented, for any request and any caller', async ({ grpc }) => {
    for (const { name } of protoMethods) {
      for (const token of [null, 'nonsense']) {
        const ended = await grpc.call(name, {}, { token });
        expect(ended.ok ? 0 : ended.code, name).not.toBe(UNIMPLEMENTED);
      }
    }
  });
});
