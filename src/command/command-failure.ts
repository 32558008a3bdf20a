import { Exit } from './exit.ts';

/** A failure of a command, with its exit status: 1 unless given. */
export class CommandFailure extends Error {
  readonly status: number;

  constructor(reason: string, status: number = Exit.failure) {
    super(reason);
    this.status = status;
  }
}

/** A command line that cannot be used: flags that do not go together, or a file or a service that it names. */
export class FlagRefusal extends Error {}
