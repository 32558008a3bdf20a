import { isIPv6 } from 'node:net';
import { FlagRefusal } from '../command/command-failure.ts';
import { readNamed } from '../command/read-text.ts';
import { omitUndefined } from '../schema/defined.ts';
import type { StateSetting } from '../server/mock/state.ts';
import type { ServeFlags } from './options.ts';

/** The modes of TLS of a connection, by how much of the certificate is checked. */
const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** The files of the TLS of a database. */
const TLS_FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** Demands that the mode of TLS in a URL is one, and that its files can be read. @throws FlagRefusal */
const demandTls = async ({ searchParams }: URL): Promise<void> => {
  const mode = searchParams.get('sslmode');
  if (mode !== null && !TLS_MODES.includes(mode)) {
    throw new FlagRefusal(`--database: sslmode must be one of ${TLS_MODES.join(', ')}`);
  }
  for (const name of TLS_FILES) {
    const file = searchParams.get(name);
    if (file) await readNamed(`--database: ${name}`, file);
  }
};

/** True for the URL of a Postgres whose parts can be read. */
const isDatabaseUrl = (text: string): boolean => {
  try {
    const { protocol, username, password, pathname } = new URL(text);
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return protocol === 'postgres:' || protocol === 'postgresql:';
  } catch {
    return false;
  }
};

/** The longest name in Postgres, in bytes. */
const MAX_NAME_BYTES = 63;

/** A host, or an address of IPv6 alone or in brackets, and the port that may follow it. */
const PEER = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$|^([\da-f]*(?::[\da-f.]*){2,})$/i;

/** Reads the address for other processes. @throws FlagRefusal */
const peerIn = (text: string): NonNullable<StateSetting['peer']> => {
  const [, bracketed, name, port, bare] = PEER.exec(text) ?? [];
  const host = bracketed ?? bare ?? name;
  const number = port === undefined ? undefined : Number(port);
  const isAddress = name !== undefined || isIPv6(host ?? '');
  if (host === undefined || !isAddress || number === 0 || (number ?? 0) > 65_535) {
    throw new FlagRefusal('--peer must be HOST[:PORT], such as "10.0.0.7:8485" or "[::1]:8485"');
  }
  return { host, ...omitUndefined({ port: number }) };
};

/** @throws FlagRefusal for a text that cannot be the name of a schema */
const demandSchema = (name: string): void => {
  if (name !== '' && !name.includes('\0') && Buffer.byteLength(name) <= MAX_NAME_BYTES) return;
  throw new FlagRefusal(`--database-schema must be the name of a schema, of ${MAX_NAME_BYTES} bytes at most`);
};

/** @throws FlagRefusal for a URL that names no Postgres, or several hosts. Its text is in no message: it may have a password. */
const demandDatabase = async (database: string): Promise<void> => {
  if (/^postgres(?:ql)?:\/\/(?:[^/@]*@)?[^/?]*,/.test(database)) {
    const what = 'an address that leads to the server that takes writes, such as a proxy or a service';
    throw new FlagRefusal(`--database takes one host: name ${what}`);
  }
  if (!isDatabaseUrl(database)) {
    throw new FlagRefusal('--database must be a URL such as "postgres://user:password@host:5432/name"');
  }
  await demandTls(new URL(database));
};

/**
 * The database that stores the state, and the address for its other processes; empty without `--database`.
 * @throws FlagRefusal for a URL, a schema or an address that is wrong, and for flags that do not go with it
 */
export const databaseOf = async ({
  database,
  databaseSchema,
  peer,
  data,
  controlToken,
  insecureControl = false,
}: ServeFlags): Promise<Pick<StateSetting, 'database' | 'databaseSchema' | 'peer'>> => {
  if (database === undefined) {
    const [alone] = Object.entries(omitUndefined({ '--database-schema': databaseSchema, '--peer': peer }));
    if (alone) throw new FlagRefusal(`${alone[0]} needs --database: without one there is nothing that it is about`);
    return {};
  }
  if (data !== undefined) throw new FlagRefusal('--database and --data exclude each other: each stores the state');
  await demandDatabase(database);
  if (controlToken === undefined || (controlToken === 'off' && !insecureControl)) {
    const what = 'a token that all who steer are given, or "off" with --insecure-control';
    throw new FlagRefusal(`--database needs --control-token (PLATFORM_MOCK_CONTROL_TOKEN): ${what}`);
  }
  if (databaseSchema !== undefined) demandSchema(databaseSchema);
  return { database, ...omitUndefined({ databaseSchema, peer: peer === undefined ? undefined : peerIn(peer) }) };
};
