import { Clock } from './clock.tsx';
import { Faults } from './faults.tsx';
import type { PaneProps } from './pane.ts';
import { QuotaAndLag } from './quota-and-lag.tsx';

/** The clock of the world, and the settings that make its calls fail, wait or see changes late. */
export const Time = ({ connection, address }: PaneProps) => (
  <div>
    <Clock connection={connection} address={address} />
    <Faults connection={connection} />
    <QuotaAndLag connection={connection} />
  </div>
);
