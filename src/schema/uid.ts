/** The grammar of uids: a path through the group tree (behaviour §0). */
export const UID = /^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/;
