/** Numbers what happens in all worlds of a process, in the order in which it happens there. */
export class ProcessOrder {
  /** The last number; 0 before the first. Whoever takes the next adds 1. */
  last = 0;
}
