/** Numbers what happens in all worlds of a process, in the order in which it happens there. */
export class ProcessOrder {
  #last = 0;

  /** The last number; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** The next number. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }
}
