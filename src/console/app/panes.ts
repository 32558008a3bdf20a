import { CoveragePane } from './coverage.tsx';
import { EventsPane } from './events.tsx';
import { Journal } from './journal.tsx';
import { Overview } from './overview.tsx';
import type { Pane } from './pane.ts';
import { Time } from './time.tsx';
import { Tree } from './tree.tsx';
import { WorldsPane } from './worlds.tsx';

/** The panes in their order. */
export const panes: readonly Pane[] = [
  { name: 'overview', title: 'Overview', show: Overview },
  { name: 'tree', title: 'Tree', show: Tree },
  { name: 'journal', title: 'Journal', show: Journal },
  { name: 'events', title: 'Events', show: EventsPane },
  { name: 'time', title: 'Time and failure', show: Time },
  { name: 'worlds', title: 'Worlds', show: WorldsPane },
  { name: 'coverage', title: 'Coverage', show: CoveragePane },
];
