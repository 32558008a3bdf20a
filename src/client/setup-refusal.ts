/** Why a test run does not begin, in one line: runners would show where in this package it was thrown, which helps nobody. */
export class SetupRefusal extends Error {
  override readonly name = 'SetupRefusal';

  constructor(reason: string) {
    super(`platform-mock/setup: ${reason}`);
    this.stack = `${this.name}: ${this.message}`;
  }
}
