import type { FC } from 'hono/jsx/dom';
import type { Address } from './address.ts';
import type { Connection } from './connection.ts';

/** What the page knows before its first call. */
export interface Facts {
  /** The URL at which the browser reached the mock. */
  readonly url: string;
  readonly version: string;
  /** A token of a fixture that may do everything in the world `default`; empty where there is none. */
  readonly token: string;
}

/** What each pane is made with. */
export interface PaneProps {
  readonly connection: Connection;
  readonly address: Address;
  readonly facts: Facts;
}

/** One pane: its name in the address, its title, and what shows it. */
export interface Pane {
  readonly name: string;
  readonly title: string;
  readonly show: FC<PaneProps>;
}
