// A server whose state is in a database of its own, for the contract tests: see contract-shared.ts.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { BUILT, serveInTurn } from './serve-in-turn.ts';

const query = async (connectionString: string | undefined, text: string): Promise<void> => {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(text);
  await client.end();
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
  // How it stops is that of the others.
  process.env.PLATFORM_MOCK_DRAIN = '0s';
}
const replicas = Number(process.env.SHARED_REPLICAS ?? 1);
if (isShared && words[0] === 'serve' && replicas > 1) {
  // On a machine that is busy, the owner may be silent for longer than the others wait. They take nothing of a newer release.
  const stayAside = () => query(process.env.PLATFORM_MOCK_DATABASE, 'UPDATE platform_mock.mock SET version = 99');
  await serveInTurn(words, replicas, stayAside);
} else {
  // What a replica has recorded is read by the same program.
  await import(replicas > 1 ? new URL(`../${BUILT}`, import.meta.url).href : '../src/main.ts');
}
