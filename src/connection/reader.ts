/**
 * A method that only reads what another one sets. @throws TypeError for an argument, which the types refuse, and which
 * was meant for the other one
 */
export const readerBeside =
  <Value>(name: string, setter: string, read: () => Promise<Value>) =>
  async (...given: readonly unknown[]): Promise<Value> => {
    if (given.length > 0) throw new TypeError(`${name} only reads and takes no argument: use ${setter}`);
    return read();
  };
