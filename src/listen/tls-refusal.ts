/** A certificate or key with which no TLS server can be made, or an authority that cannot be written. */
export class TlsRefusal extends Error {}
