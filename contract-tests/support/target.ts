/** The server that the suite tests. BASE_URL and TOKEN name it; start-server.ts sets them for our own server. */
export interface Target {
  readonly baseUrl: string;
  /** Of an identity that may do everything. */
  readonly token: string;
  /** The first root group of the target. */
  readonly orgId: string;
  /** Of an identity that may read everything under `orgId` and write nothing. */
  readonly viewerToken: string;
}

const need = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: it says what the suite is pointed at`);
  return value;
};

/** The target of this run. */
export const readTarget = (): Target => ({
  baseUrl: need('BASE_URL'),
  token: need('TOKEN'),
  orgId: need('ORG_ID'),
  viewerToken: process.env.VIEWER_TOKEN ?? 'viewer-token',
});
