/** The variable that sets the profile of a server, and of this run. */
export const PROFILE_VARIABLE = 'PLATFORM_MOCK_PROFILE';

/** The differences of the profiles for a caller, from the rule book and not from the source. */
interface Seen {
  /** The end of the names of the profile's documents. */
  readonly documentSuffix: string;
  /** C2: `skipped` accumulates over the pages of a walk. */
  readonly accumulates: boolean;
  /** C3: the JSON name of `syncConfig`. */
  readonly syncConfig: 'syncConfig' | 'sync_config';
  /** C4, C5, C11: fields that only the specification has. */
  readonly addedFields: boolean;
  /** C7: the body of a delete. */
  readonly emptyBody: '' | '{}';
  /** C9: the status of a second delete of a role binding or an account association. */
  readonly repeatedDelete: 200 | 404;
  /** C10: names of v1 are in camel case. */
  readonly camelV1: boolean;
  /** C12: events and ping under v1 over HTTP. */
  readonly eventsV1: boolean;
  /** C16: documents and resolved vulnerabilities have pages. */
  readonly pagedFeeds: boolean;
  /** C20: the status of a PATCH with a mask and an unknown key. */
  readonly otherKey: 200 | 400;
  /** C22: PATCH of invites and mappings. */
  readonly addedCalls: boolean;
  /** C35: events of writes through v1 are in its own form. */
  readonly ownEventsV1: boolean;
  /** C34: built-in roles show the capabilities of remote registries. */
  readonly remoteRegistries: boolean;
}

const PROFILES: Readonly<Record<string, Seen>> = {
  specification: {
    documentSuffix: '',
    accumulates: false,
    syncConfig: 'syncConfig',
    addedFields: true,
    emptyBody: '',
    repeatedDelete: 404,
    camelV1: false,
    eventsV1: false,
    pagedFeeds: true,
    otherKey: 200,
    addedCalls: true,
    remoteRegistries: true,
    ownEventsV1: false,
  },
  published: {
    documentSuffix: '-published',
    accumulates: true,
    syncConfig: 'sync_config',
    addedFields: false,
    emptyBody: '{}',
    repeatedDelete: 200,
    camelV1: true,
    eventsV1: true,
    pagedFeeds: false,
    otherKey: 400,
    addedCalls: false,
    remoteRegistries: false,
    ownEventsV1: true,
  },
};

/** The profile of this run. */
export const profile = process.env[PROFILE_VARIABLE] ?? 'specification';

const found = PROFILES[profile];
if (!found)
  throw new Error(`${PROFILE_VARIABLE} is ${profile}, but must be one of ${Object.keys(PROFILES).join(', ')}`);

/** The choices of the profile of this run. */
export const seen: Seen = found;
