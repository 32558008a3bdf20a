import { type Logger, pino } from 'pino';
import type { LogLevel } from './log-level.ts';

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
const humanLine = (line: string): string => {
  const { level, time: _time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  if (msg === CALL) return callLine(rest);
  const extra = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const stack = (err as { stack?: string } | undefined)?.stack;
  return `${NAMES[Number(level)] ?? level}: ${msg ?? ''}${extra}${stack === undefined ? '' : `\n${stack}`}\n`;
};

/** A logger to stderr: JSON for machines, plain lines for a terminal. Authorization headers are never logged. */
export const createLog = (level: LogLevel, terminal: boolean, write: (text: string) => void): Logger =>
  pino(
    { level, base: null, redact: ['authorization', '*.authorization', 'headers.authorization'] },
    { write: (line: string) => write(terminal ? humanLine(line) : line) },
  );
