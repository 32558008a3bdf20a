import type { FC } from 'hono/jsx/dom';
import type { RowKind } from '../row-kind.ts';
import type { Address } from './address.ts';
import type { Connection } from './connection.ts';

/** The facts that the page has before its first call. */
export interface Facts {
  /** The URL at which the browser reached the mock. */
  readonly url: string;
  readonly version: string;
  /** A token of a fixture that may do everything in the world `default`; empty where there is none. */
  readonly token: string;
  /** The kinds of rows that the tree shows, in the order of their tabs. */
  readonly kinds: readonly RowKind[];
}

/** The properties of every pane. */
export interface PaneProps {
  readonly connection: Connection;
  readonly address: Address;
  readonly facts: Facts;
}

/**
 * One pane: its name in the address, its title, and the component that shows it, which returns one element as every one
 * with a state does: hono/jsx/dom inserts the elements of a fragment anew whenever it is drawn, and focus is lost.
 */
export interface Pane {
  readonly name: string;
  readonly title: string;
  readonly show: FC<PaneProps>;
}
