import type { JournalEntry } from '../../generated/nouns.ts';

/** The organization of the call. */
export const ORG = 'a'.repeat(40);

/** A create of a repo over REST as the journal has it, whose name has a quote in it. */
export const createdCall: JournalEntry = {
  id: '1',
  state: 'ended',
  time: '',
  machineTime: '',
  protocol: 'rest',
  version: 'v2',
  method: 'POST',
  path: `/registry/v2/repos/${ORG}`,
  operation: 'CreateRepo',
  caller: { identity: `${ORG}/b`, name: 'viewer' },
  request: { repo: { name: "o'neil" }, parent: ORG },
  unread: [],
  status: 200,
  faults: [],
  changes: [{ change: 'created', type: 'repos', uid: `${ORG}/c`, name: "o'neil" }],
};
