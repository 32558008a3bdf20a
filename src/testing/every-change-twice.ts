import { MemoryStore } from '../store/memory.ts';
import { TwiceStore } from './twice-store.ts';

// Loaded before tests, or before a server, with `--import`: every store of the process runs each change twice.
const { write, writeInSteps } = TwiceStore.prototype;
Object.assign(MemoryStore.prototype, { write, writeInSteps });
