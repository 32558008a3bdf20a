import type { DeliveryPlan } from '../../../generated/nouns.ts';
import { type Row, type Store, settingCollection } from '../../kernel/rows.ts';
import { Setting } from '../../plane/setting.ts';

/** The plan of a world's deliveries, with its delay in milliseconds of the world. */
export interface OutboxPlan extends Omit<DeliveryPlan, 'delay'> {
  readonly delayMillis?: number;
}

/** The plan as answers have it. */
export const viewOfPlan = ({ delayMillis, ...plan }: OutboxPlan): DeliveryPlan => ({
  ...plan,
  ...(delayMillis !== undefined && { delay: `${delayMillis / 1_000}s` }),
});

const plans = settingCollection<Row & { readonly plan: OutboxPlan }>('deliveryPlan');

/** The plan of deliveries unless a test sets another. */
const PLAIN: OutboxPlan = { mode: 'async' };

/** The plan in the rows of a world, which each delivery and each attempt reads anew (behaviour E20). */
export const currentPlanIn = (store: Store) => new Setting(store, plans, (row) => row?.plan ?? PLAIN);

export type CurrentPlan = ReturnType<typeof currentPlanIn>;
