/** An error in the form of the service. */
const failed = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** The answers that several routes give, by their names in the document. */
export const sharedAnswers = {
  Invalid: failed('The request breaks a rule, or the state of the world forbids it; nothing has changed.'),
  Unauthenticated: failed('The control token is missing or wrong.'),
  ForeignOrigin: failed('The request comes from a foreign origin, or is for a foreign host.'),
  NoWorld: failed('The world that the request names does not exist, or has ended.'),
  TooLarge: failed('The body is larger than 16 MiB; nothing has changed.'),
  TooManyWorlds: failed('There are too many worlds; the message names the oldest.'),
  DiskFull: failed('The disk, or that of the database, is full; nothing has changed.'),
  TooComplex: failed('The body is nested too deeply; nothing has changed.'),
  HeadersTooLarge: failed('The headers are larger than 64 KiB. The connection is closed.'),
  Failed: failed('The mock failed; its log says why.'),
  Starting: failed('The fixtures are being applied, the mock is being stopped, or the database does not answer.'),
};
