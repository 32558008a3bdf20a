import type { JsonObject } from '../../src/json.ts';
import { errorBody } from '../../src/kernel/error-details.ts';
import type { BoundHttpOperation } from '../../src/kernel/over-http.ts';
import type { Examples } from '../../src/openapi/examples.ts';
import { FAILURES, type FailureName, listOwnFailures, sortByTable } from '../../src/openapi/failure-table.ts';
import type { Edition } from '../../src/schema/edition.ts';
import { groupBy } from '../../src/schema/group-by.ts';
import type { HttpOperation, Operation } from '../../src/schema/operation.ts';
import { ERROR } from './error-schema.ts';
import { FAILURE_TEXTS, type FailureText } from './failure-texts.ts';

/** A variable of one segment: a slash in its value makes another path. */
const SEGMENT = /\{[\w.]+(?:=\*)?\}/;

/**
 * The operations whose path, with a slash in the value of a one-segment variable, is the path of operations with
 * other methods only: their answer is 501 then. One of these with the same method takes the call.
 */
const findMissed = (operations: readonly HttpOperation[]): ReadonlySet<HttpOperation> =>
  new Set(
    operations.filter((operation) => {
      if (!SEGMENT.test(operation.http.path)) return false;
      const wide = operations.filter((other) => {
        const prefix = /^([^{]*)\{[\w.]+=\*\*\}$/.exec(other.http.path)?.[1];
        return prefix !== undefined && operation.http.path.startsWith(prefix);
      });
      return wide.length > 0 && wide.every(({ http }) => http.method !== operation.http.method);
    }),
  );

/** The settings of the server in the examples of errors. */
const SETTINGS = { serviceDomain: 'platform.test', publicUrl: '', seed: '' };

/** Every failure that the document has for an operation, in the order of the table. */
const failuresOf = (bound: BoundHttpOperation, missed: ReadonlySet<Operation>): readonly FailureName[] => {
  const possible = new Set<FailureName>([...listOwnFailures(bound), 'HeadersTooLarge']);
  // A POST can be for a method that its path does not have (behaviour §2.8).
  if (bound.operation.http.method === 'POST' || missed.has(bound.operation)) possible.add('Unimplemented');
  return sortByTable(possible);
};

/** The failures of operations; failures of one status that occur together share one answer. */
export class Failures {
  readonly #used = new Map<string, readonly FailureName[]>();
  readonly #edition: Edition;
  readonly #missed: ReadonlySet<Operation>;

  /** `operations` are all that the document describes. */
  constructor(edition: Edition, operations: readonly BoundHttpOperation[]) {
    this.#edition = edition;
    this.#missed = findMissed(operations.map(({ operation }) => operation));
  }

  /** References to the answers of an operation other than OK, by status; the answers are components. */
  responsesOf(bound: BoundHttpOperation): JsonObject {
    const byStatus = groupBy(failuresOf(bound, this.#missed), (name) => FAILURES[name].status);
    return Object.fromEntries(
      [...byStatus].map(([status, names]) => {
        const name = names.join('Or');
        this.#used.set(name, names);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }

  /**
   * The answers that operations refer to. In an edition without details, answers that have some are left out: they are
   * described with the operations that have no version.
   */
  components(examples: Examples): JsonObject {
    const answers = [...this.#used].flatMap(([name, names]) => {
      const failures = names.map((each) => ({ ...this.#viewOf(FAILURE_TEXTS[each]), code: FAILURES[each].code }));
      if (!this.#edition.errorDetails && failures.some(({ beforePath }) => beforePath)) return [];
      const listed = failures.flatMap((failure) => Object.entries(failure.examples(examples)));
      const answer = {
        description: failures.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
        ...(names.includes('Unauthenticated') && { headers: CHALLENGE }),
        ...(names.includes('Unimplemented') && { headers: ALLOW }),
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${ERROR}` },
            examples: Object.fromEntries(
              listed.map(([key, { error, service }]) => [
                key,
                { summary: error.message, value: errorBody(error, service, SETTINGS, this.#edition) },
              ]),
            ),
          },
        },
      };
      return [[name, answer]];
    });
    return Object.fromEntries(answers);
  }

  #viewOf(failure: FailureText): FailureText {
    return this.#edition.errorDetails ? failure : { ...failure, ...failure.withoutDetails };
  }
}

const CHALLENGE = {
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
  },
};

const ALLOW = {
  Allow: {
    description: 'The methods that the path has (RFC 9110).',
    schema: { type: 'string', examples: ['GET, HEAD, OPTIONS'] },
  },
};
