import type { Resource } from '../kernel/resource.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import type { AnswerForm, Edition } from '../schema/edition.ts';

/** An edition of the API that is served beside v2, on the same rows. */
export interface OlderEdition {
  readonly edition: Edition;
  /** Rows that v2 does not show. */
  readonly resources: readonly Resource[];
  /** Its operations, some of which wrap operations of v2. */
  readonly operationsOf: (inV2: readonly BoundOperation[]) => readonly BoundOperation[];
  /** The introduction of its document, in Markdown. */
  readonly overview: (form: AnswerForm) => string;
}
