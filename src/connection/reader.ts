/**
 * A method that only reads, under the name of what another one sets: an argument, which the types refuse, was meant for
 * that one. @throws TypeError for an argument
 */
export const readerBeside =
  <Value>(name: string, setter: string, read: () => Promise<Value>) =>
  async (...given: readonly unknown[]): Promise<Value> => {
    if (given.length > 0) throw new TypeError(`${name} only reads and takes no argument: use ${setter}`);
    return read();
  };
