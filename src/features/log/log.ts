import { pino } from 'pino';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';

/** The levels of a log; `silent` logs nothing. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
/** One of these levels. */
export type LogLevel = (typeof LOG_LEVELS)[number];

const NAMES: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** The message of a line that describes one call. */
export const CALL = 'call';

const callLine = ({ method, path, status, code, caller, callerName, ms, reason }: Record<string, unknown>): string => {
  const what = [method, path, status, code, callerName ?? caller ?? '-', `${ms} ms`].filter(
    (word) => word !== undefined,
  );
  return `${what.join(' ')}${reason === undefined ? '' : ` (${reason})`}\n`;
};

/** One line for people, from a line of JSON. */
const formatLine = (line: string): string => {
  const { level, time: _time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  if (msg === CALL) return callLine(rest);
  const extra = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const stack = (err as { stack?: string } | undefined)?.stack;
  return `${NAMES[Number(level)] ?? level}: ${msg ?? ''}${extra}${stack === undefined ? '' : `\n${stack}`}\n`;
};

/** Writes a line of a level: its fields, and its subject. */
type WriteLine = (fields: object, message: string) => void;

/** A log, by the levels of its lines. */
export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', WriteLine>>;

/** A log that passes each line on with its level. */
const logBy = (write: (of: keyof Log, ...line: Parameters<WriteLine>) => void): Log => {
  const writerOf =
    (of: keyof Log): WriteLine =>
    (...line) =>
      write(of, ...line);
  return { debug: writerOf('debug'), info: writerOf('info'), warn: writerOf('warn'), error: writerOf('error') };
};

/** A log whose lines have some fields more. */
export const addFields = (log: Log, more: object): Log =>
  logBy((of, fields, message) => log[of]({ ...more, ...fields }, message));

/** A log to stderr: JSON for machines, plain lines for a terminal. Authorization headers are never logged. */
export const createLog = (level: LogLevel, terminal: boolean, write: (text: string) => void): Log => {
  // Most servers write no line.
  const logger = makeAtFirstUse(() =>
    pino(
      { level, base: null, redact: ['authorization', '*.authorization', 'headers.authorization'] },
      { write: (line: string) => write(terminal ? formatLine(line) : line) },
    ),
  );
  return logBy((of, fields, message) => logger()[of](fields, message));
};
