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

/** The order of what happens in worlds that several processes share: notes carry the numbers, and this learns the last. */
export class SharedOrder extends ProcessOrder {
  #last = 0;

  override get last(): number {
    return this.#last;
  }

  /** The last number: outside of a note there is no new one. */
  override next(): number {
    return this.#last;
  }

  /** Learns of a number. */
  learn(number: number): void {
    this.#last = Math.max(this.#last, number);
  }
}
