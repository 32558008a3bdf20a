import type { FaultWithHits } from '../../../../generated/nouns.ts';
import { isObject } from '../../../features/evidence/json-value.ts';
import type { HarLog, HarStep } from '../trace/har-log.ts';

/** A fault of a run, from the step on that has set it until the next one that sets all. */
interface SetFault {
  readonly fault: FaultWithHits;
  readonly from: number;
  until: number;
}

const isFaults = ({ target = '', status }: HarStep): boolean =>
  status === 200 && /\/_mock\/v1\/(?:faults(?:\/[^/?]+)?|reset)$/.test(target);

const rulesIn = ({ answer }: HarStep): readonly FaultWithHits[] =>
  isObject(answer) && Array.isArray(answer.faults)
    ? (answer.faults as readonly unknown[]).flatMap((rule, nth) =>
        isObject(rule) && isObject(rule.match) && isObject(rule.do)
          ? [{ id: String(nth), ...rule } as unknown as FaultWithHits]
          : [],
      )
    : [];

/** All faults that were set in a world of a trace, in the order in which they were, each with the calls that it acted on. */
export const heldFaults = ({ entries, _steps: steps }: HarLog, world: string): readonly FaultWithHits[] => {
  const set: SetFault[] = [];
  const own = steps.filter((step) => (step.world ?? 'default') === world && isFaults(step));
  for (const step of own) {
    const place = step._place ?? 0;
    const inForce = set.filter(({ until }) => until === Number.POSITIVE_INFINITY);
    const isAdded = step.method === 'POST' && !step.target?.endsWith('/reset');
    const rules = rulesIn(step);
    for (const each of inForce) {
      const isKept = (isAdded || step.method === 'DELETE') && rules.some(({ id }) => id === each.fault.id);
      if (!isKept) each.until = place;
    }
    const kept = new Set(inForce.filter(({ until }) => until > place).map(({ fault }) => fault.id));
    for (const fault of rules.filter(({ id }) => !kept.has(id))) {
      set.push({ fault, from: place, until: Number.POSITIVE_INFINITY });
    }
  }
  return set.map(({ fault, from, until }, nth) => {
    const hits = entries.filter(
      ({ pageref = 'default', _place: place = 0, _faults: faults }) =>
        pageref === world &&
        place >= from &&
        place < until &&
        Array.isArray(faults) &&
        faults.some(({ rule }) => rule === fault.id),
    ).length;
    return { ...fault, id: String(nth), hits };
  });
};
