const BESIDE_API = /^\/(?:$|[?#]|docs(?:[/?#]|$)|openapi[.-]|_mock\/|\.well-known\/)/;

/**
 * True for requests that go through the app: pages, documents, keys and the control plane. All others go directly to the
 * REST face, with the request target as it was sent: that is quicker, and a URL parser would change uids.
 */
export const isBesideApi = (target: string | undefined): boolean => target !== undefined && BESIDE_API.test(target);
