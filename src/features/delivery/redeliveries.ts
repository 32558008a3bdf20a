import type { Delivery, Redeliver, WorldEvent } from '../../../generated/nouns.ts';
import { failedPrecondition, invalidField } from '../../kernel/errors.ts';
import { type Row, type Store, settingCollection } from '../../kernel/rows.ts';
import { Setting } from '../../plane/setting.ts';
import type { EventSubscription } from '../events/outbox.ts';
import { type Courier, failureOf } from './courier.ts';
import type { CurrentPlan } from './current-plan.ts';
import { type DeliveryLog, DeliveryRecord, type Destination } from './delivery-log.ts';

type CountRow = Row & { readonly count: number };

const counts = settingCollection<CountRow>('redeliveries');

/** What events are sent once more with. */
export interface RedeliveriesDeps {
  /** The rows of the world, which have how often it was done. */
  readonly store: Store;
  readonly plan: CurrentPlan;
  readonly courier: Courier;
  readonly log: DeliveryLog;
  /** The subscription of a uid; undefined if there is none. */
  readonly subscriptionOf: (uid: string) => EventSubscription | undefined;
}

/** Sends events once more: one attempt beside the queue, and beside the plan but for its flaw (behaviour E24). */
export class Redeliveries {
  readonly #deps: RedeliveriesDeps;
  readonly #count: Setting<CountRow, number>;

  constructor(deps: RedeliveriesDeps) {
    this.#deps = deps;
    this.#count = new Setting(deps.store, counts, (row) => row?.count ?? 0);
  }

  /** Counts anew; resolves when that is stored. */
  reset(): Promise<void> {
    return this.#count.write(() => undefined);
  }

  /** Resolves once the event has been tried. @throws ApiError INVALID_ARGUMENT for a place that it cannot go to */
  async send(event: WorldEvent, to: Redeliver): Promise<readonly Delivery[]> {
    const destinations = this.#destinationsOf(event, to);
    const first = await this.#take(destinations.length);
    const records = destinations.map(
      (destination, index) => new DeliveryRecord(`${event.id}.r${first + index}`, event, destination, true),
    );
    await Promise.all(records.map((record) => this.#tryOnce(record)));
    return records.map((record) => record.toDelivery());
  }

  /** Takes so many numbers, and returns the first. */
  async #take(many: number): Promise<number> {
    let before = 0;
    await this.#count.write(() => {
      before = this.#count.value;
      return { count: before + many };
    });
    return before + 1;
  }

  #destinationsOf(event: WorldEvent, { subscription, url }: Redeliver): readonly Destination[] {
    const { log, courier, subscriptionOf } = this.#deps;
    if (url !== undefined) return [{ url: this.#demandAllowed('url', url), group: event.group }];
    if (subscription === undefined) {
      const known = (log.of(event.id) ?? []).filter(({ isRedelivery }) => !isRedelivery).map(({ to }) => to);
      const reachable = known.filter(({ url: sink }) => courier.refusal(sink) === undefined);
      if (known.length > 0) return reachable.length > 0 ? reachable : known;
      const description = 'the event went to no subscription: name one, or a url';
      throw failedPrecondition({ type: 'NO_SUBSCRIPTION', description });
    }
    const found = subscriptionOf(subscription);
    if (!found) throw invalidField('subscription', `there is no subscription ${JSON.stringify(subscription)}`);
    const { uid, sink, ...to } = found;
    return [{ url: this.#demandAllowed('subscription', sink), subscription: uid, ...to }];
  }

  /** @throws ApiError INVALID_ARGUMENT for a URL that nothing may be delivered to */
  #demandAllowed(field: string, url: string): string {
    const refusal = this.#deps.courier.refusal(url);
    if (refusal !== undefined) throw invalidField(field, refusal);
    return url;
  }

  async #tryOnce(record: DeliveryRecord): Promise<void> {
    const { log, courier, plan } = this.#deps;
    log.add(record);
    const refusal = courier.refusal(record.to.url);
    if (refusal !== undefined) {
      log.end(record, 'suppressed', refusal);
      return;
    }
    const { result, attempt } = await courier.try(record, plan.get());
    log.addAttempt(record, attempt);
    if (result === 'accepted') log.end(record, 'delivered');
    else log.end(record, result === 'failed' ? 'dropped' : result, failureOf(attempt));
  }
}
