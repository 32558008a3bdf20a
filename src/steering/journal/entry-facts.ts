import type { Need } from '../../kernel/access.ts';
import type { ActedFault } from '../../kernel/hooks.ts';
import type { BrokenOff } from '../../kernel/transmission.ts';
import type { CodeName } from '../../schema/codes.ts';
import type { LargeMessage } from '../contract/nouns.ts';
import type { Conditions } from './past-state.ts';

/** What an entry keeps in small: its plain facts, once it has ended. */
export interface EntryFacts {
  readonly duration: number;
  readonly status: number;
  readonly late: number;
  readonly realLate: number;
  readonly hasWritten: boolean;
  readonly conditions: Conditions | undefined;
  readonly messageBytes: number;
  readonly needs: readonly Need[] | undefined;
  readonly rare: RareFacts | undefined;
}

/** Facts that few entries have: kept apart, since thousands of entries are kept. */
export interface RareFacts {
  readonly faults?: readonly ActedFault[] | undefined;
  readonly allow?: string | undefined;
  /** How its answer ended within its body: broken off, or with the code of an error. */
  readonly cut?: BrokenOff | CodeName;
  /** How many changes there were beyond those that are kept. */
  readonly furtherChanges?: number;
  /** Messages that are too large to be kept. */
  readonly largeRequest?: LargeMessage;
  readonly largeAnswer?: LargeMessage;
  /** Its messages were dropped to keep the bounds. */
  readonly messagesDropped?: true;
  readonly isJson?: true;
  /** Its answer has what no published message has. */
  readonly isWidened?: true;
  /** The name of its place, where that is one which its process has not passed through. */
  readonly placeName?: string;
}
