// JavaScript, since node's test runner loads its reporters before anything that reads TypeScript.
import { relative } from 'node:path';
import { inspect } from 'node:util';

/**
 * A reporter for node's test runner that prints failed tests, with place and reason, and the output on stderr.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* failures(events) {
  for await (const { type, data } of events) {
    if (type === 'test:stderr') yield data.message;
    if (type !== 'test:fail') continue;
    const { name, file, line, details } = data;
    const { cause, failureType } = details.error;
    // The tests within it are reported themselves.
    if (failureType === 'subtestsFailed') continue;
    const place = file === undefined ? '' : ` (${relative('.', file)}${line === undefined ? '' : `:${line}`})`;
    yield `✖ ${name}${place}\n${inspect(cause ?? details.error)}\n\n`;
  }
}
