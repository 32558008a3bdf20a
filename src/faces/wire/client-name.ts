/** The headers with which clients name themselves. */
interface ClientHeaders {
  readonly cgclientid?: string | readonly string[] | undefined;
  readonly 'user-agent'?: string | undefined;
}

/** The name that a client gives itself (clients §0.2): published clients send metadata for it. */
export const clientOf = (headers: ClientHeaders): string | undefined =>
  headers.cgclientid?.toString() ?? headers['user-agent'];
