// A server whose state is in a database of its own, for the contract tests: see contract-shared.ts.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { generate } from 'selfsigned';
import { BUILT, serveInTurn } from './serve-in-turn.ts';

const query = async (
  connectionString: string | undefined,
  text: string,
): Promise<readonly Record<string, unknown>[]> => {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

const { SHARED_POSTGRES: url = '', PLATFORM_MOCK_CONTROL_TOKEN: token = 'off' } = process.env;
const words = process.argv.slice(2);
/** Only a server has a state, and one with a data file has it there. */
const isShared =
  ['serve', 'exec'].includes(words[0] ?? '') && !words.some((word) => /^--data(?:base)?(?:=|$)/.test(word));
if (isShared) {
  const name = `shared_${randomBytes(6).toString('hex')}`;
  await query(url, `CREATE DATABASE ${name}`);
  process.env.PLATFORM_MOCK_DATABASE = url.replace(/\/[^/?]+(?=\?)/, `/${name}`);
  process.env.PLATFORM_MOCK_CONTROL_TOKEN = token;
  process.env.PLATFORM_MOCK_INSECURE_CONTROL = 'true';
  // It stops as the others do.
  process.env.PLATFORM_MOCK_DRAIN = '0s';
}
/** The flags with a certificate in files, which end with this process: otherwise each replica would make its own. */
const withOnePair = async (flags: readonly string[]): Promise<{ flags: readonly string[]; known: object }> => {
  const at = flags.indexOf('--tls') + 1;
  if (at === 0 || flags[at] !== 'auto' || flags.includes('--tls-ca-file')) return { flags, known: {} };
  const names = [
    { type: 2 as const, value: 'localhost' },
    ...['127.0.0.1', '::1'].map((ip) => ({ type: 7 as const, ip })),
  ];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
  const folder = mkdtempSync(join(tmpdir(), 'shared-main-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  const [caFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(caFile, cert);
  writeFileSync(keyFile, key);
  return { flags: flags.map((word, nth) => (nth === at ? `${caFile},${keyFile}` : word)), known: { caFile } };
};

const replicas = Number(process.env.SHARED_REPLICAS ?? 1);
if (isShared && words[0] === 'serve' && replicas > 1) {
  const readTerm = async (): Promise<string> => {
    const [owner] = await query(process.env.PLATFORM_MOCK_DATABASE, 'SELECT term FROM platform_mock.owner');
    return String(owner?.term);
  };
  const { flags, known } = await withOnePair(words);
  await serveInTurn(flags, replicas, { readTerm, known });
} else {
  // The same program reads the records of a replica.
  await import(replicas > 1 ? new URL(`../${BUILT}`, import.meta.url).href : '../src/main.ts');
}
