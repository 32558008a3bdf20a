import { ok } from './answer.ts';
import type { Api } from './api.ts';
import { steer } from './mock.ts';

/** A call of a trace, as far as tests read it. */
export interface TracedCall {
  readonly pageref: string;
  readonly startedDateTime: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly postData?: { readonly text: string; readonly encoding?: string };
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly content: { readonly text: string; readonly encoding?: string };
  };
  readonly _operation?: string;
  readonly [own: `_${string}`]: unknown;
}

/** A trace, as far as tests read it. */
export interface Trace {
  readonly log: {
    readonly pages: readonly { readonly id: string; readonly title: string }[];
    readonly entries: readonly TracedCall[];
    readonly _mock: Readonly<Record<string, unknown>>;
    readonly _began: readonly Readonly<Record<string, unknown>>[];
    readonly _steps: readonly Readonly<Record<string, unknown>>[];
    readonly _end: readonly Readonly<Record<string, unknown>>[];
    readonly _slipped: readonly unknown[];
    readonly _cut: readonly unknown[];
    readonly _format: number;
  };
}

/** The trace of a world, with its text; `?world=*` of all. */
export const readTrace = async (world: Api, query = ''): Promise<Trace & { readonly text: string }> => {
  const answer = await steer(world, 'GET', `trace${query}`);
  return { ...(ok(answer) as unknown as Trace), text: answer.text };
};
