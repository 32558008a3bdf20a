/**
 * The log lines of processes of one database if the owner of its worlds was blocked for too long, or could not reach the database:
 * what a test has seen then may be of another owner, who knows nothing of calls before.
 */
export const LOST_TERM =
  /"msg":"(?:another process has taken the database over|the database (?:does not answer|has lost)|the owner of the worlds cannot be reached)/;
