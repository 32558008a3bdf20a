/**
 * The log lines of processes of one database if the owner of its worlds was blocked for too long, or could not reach
 * the database: a test may then have called another owner, who does not know earlier calls.
 */
export const LOST_TERM =
  /"msg":"(?:another process has taken the database over|the database (?:does not answer|has lost)|the owner of the worlds cannot be reached)/;
