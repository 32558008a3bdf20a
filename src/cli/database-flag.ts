import { readNamed } from './key-files.ts';
import { FlagRefusal, type ServeFlags } from './options.ts';

/** Whether the connection is by TLS, and what is checked of the certificate. */
const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** What a database needs of files for TLS. */
const TLS_FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** Holds what a URL says about TLS against what there is. @throws FlagRefusal for a mode that is none, or no such file */
const demandTls = ({ searchParams }: URL): void => {
  const mode = searchParams.get('sslmode');
  if (mode !== null && !TLS_MODES.includes(mode)) {
    throw new FlagRefusal(`--database: sslmode must be one of ${TLS_MODES.join(', ')}`);
  }
  for (const name of TLS_FILES) {
    const file = searchParams.get(name);
    if (file) readNamed(`--database: ${name}`, file);
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

/**
 * The URL of the database that keeps the state; undefined where none does. Its text is in no message: it may have a
 * password.
 * @throws FlagRefusal for what is no such URL, and for flags that do not go with it
 */
export const databaseOf = ({
  database,
  data,
  controlToken,
  insecureControl = false,
  worldMemory,
}: ServeFlags): string | undefined => {
  if (database === undefined) {
    if (worldMemory === undefined) return undefined;
    throw new FlagRefusal('--world-memory needs --database: without one all worlds are in memory until they end');
  }
  if (data !== undefined) throw new FlagRefusal('--database and --data exclude each other: each keeps the state');
  if (!isDatabaseUrl(database)) {
    throw new FlagRefusal('--database must be a URL such as "postgres://user:password@host:5432/name"');
  }
  if (controlToken === undefined || (controlToken === 'off' && !insecureControl)) {
    const what = 'a token that all who steer are given, or "off" with --insecure-control';
    throw new FlagRefusal(`--database needs --control-token (PLATFORM_MOCK_CONTROL_TOKEN): ${what}`);
  }
  demandTls(new URL(database));
  return database;
};
