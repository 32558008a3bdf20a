import type { DeliveryPlan } from '../../../generated/nouns.ts';
import type { OutboxPlan } from './delivery-control.ts';

/** The plan as answers have it. */
export const viewOfPlan = ({ delayMillis, ...plan }: OutboxPlan): DeliveryPlan => ({
  ...plan,
  ...(delayMillis !== undefined && { delay: `${delayMillis / 1_000}s` }),
});
