import type { Notes } from '../../store/notes.ts';
import type { ProcessOrder } from '../plane/process-order.ts';
import type { Step, StepLog } from './step-log.ts';

/** The dependencies of sharing the control calls of a world. */
interface SharedStepsParts {
  readonly notes: Notes;
  readonly steps: StepLog;
  readonly order: ProcessOrder;
  /** The time since which readings of the machine's clock are kept in this process, in milliseconds since the epoch. */
  readonly readingEpoch: number;
}

/** A step as all processes read it: its times are since the epoch. */
interface SharedStep {
  readonly step: Omit<Step, 'order'>;
  readonly bytes: number;
}

const STEP = 'step';

const moveTimes = (step: Omit<Step, 'order'>, millis: number): Omit<Step, 'order'> => ({
  ...step,
  begunMillis: step.begunMillis + millis,
  ranRealMillis: step.ranRealMillis + millis,
});

/** Makes the control calls of a world those of all processes which share it; returns what adds one, once it has ended. */
export const shareSteps = ({
  notes,
  steps,
  order,
  readingEpoch,
}: SharedStepsParts): ((step: Step, bytes: number) => Promise<void>) => {
  notes.on(STEP, ({ text }) => {
    const { step, bytes }: SharedStep = JSON.parse(text);
    steps.add({ ...moveTimes(step, -readingEpoch), order: order.next() }, bytes);
  });
  return ({ order: _, ...step }, bytes) => {
    const shared: SharedStep = { step: moveTimes(step, readingEpoch), bytes };
    // One that cannot be stored is in no trace: it is answered all the same.
    return notes.add({ kind: STEP, text: JSON.stringify(shared) }).catch(() => undefined);
  };
};
