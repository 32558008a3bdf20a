import { type Logger, pino } from 'pino';

/** How much is logged; `silent` is nothing. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const NAMES: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** One line for people, from a line of JSON. */
const humanLine = (line: string): string => {
  const { level, time: _time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
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
