import type { IncomingHttpHeaders } from 'node:http';
import type { Hono } from 'hono';
import type { GrpcFace } from '../../faces/grpc/face.ts';
import type { RestAnswer } from '../../faces/rest/answer.ts';
import type { RestFace } from '../../faces/rest/face.ts';
import type { HttpEnv } from '../../faces/rest/http-env.ts';
import type { WorldOf } from '../../kernel/call-scope.ts';
import type { Report } from '../../kernel/caller-error.ts';

/** Answers requests once the mock has been composed. */
export interface Handler {
  readonly app: Pick<Hono<HttpEnv>, 'fetch'>;
  readonly rest: Pick<RestFace, 'handle'>;
  /** The world that a request with these headers is for; one that refuses its calls if there is none. */
  readonly worldOf: WorldOf;
  /** Receives a failure that no request is to blame for, with the operation in which it happened. */
  readonly report: Report;
  /** The origins whose pages may call the API; none if absent. */
  readonly origins?: readonly string[];
  /** The receiver of gRPC; absent: everything is the REST face's. */
  readonly grpc?: Pick<GrpcFace, 'stream' | 'request'>;
}

/** The certificate of a server: one that is made at the start, or files. */
export type TlsSetting = 'auto' | { readonly certFile: string; readonly keyFile: string };

/** The process that answers new connections: this one, another one by its peer port, or none that is known. */
export type Route =
  | { readonly at: 'here' }
  | { readonly at: 'peer'; readonly host: string; readonly port: number; readonly term: string }
  | { readonly at: 'nowhere' };

/** The calls that are about a process, and not about worlds. */
export type CallOfProcess = 'live' | 'ready' | 'metrics';

/** The parts that let several ports answer as one. */
export interface Peering {
  /** A word that no other process has. */
  readonly id: string;
  /** The word by which processes of one database know each other. */
  readonly secret: () => string;
  /** The term of this process; undefined while it owns nothing. */
  readonly term: () => string | undefined;
  /** Answers a call that is about this process, while there is no handler. */
  readonly answer: (path: CallOfProcess, headers: IncomingHttpHeaders) => Promise<RestAnswer>;
  /** Receives why a connection could not be passed on. */
  readonly unreachable: (reason: Error) => void;
}

/** The answer of the process that owns the worlds. */
export interface OwnerAnswer {
  readonly status: number;
  readonly body: string;
}

/** The part of a port by which several processes answer as one. */
export interface Peers {
  /**
   * Opens the port by which others pass connections on to this process, on all addresses unless a host is given, and
   * returns its number; 0 takes a free one.
   */
  readonly listen: (host: string | undefined, port: number) => Promise<number>;
  /** Sends new and waiting connections there from now on. */
  readonly route: (route: Route) => void;
  /** Asks the process that owns the worlds for a path of its own, as a client does. @throws Error if none can be reached */
  readonly ask: (path: string, headers: Readonly<Record<string, string>>) => Promise<OwnerAnswer>;
  /** True if an owner takes a connection and does not answer: it is busy, is stopped or hangs. */
  readonly isSilent: (owner: Extract<Route, { at: 'peer' }>) => Promise<boolean>;
  /** The number of connections that are passed on. */
  readonly spliced: () => number;
}

/** The addresses of a mock. */
export interface PortSetting {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** The domain in the details of errors. */
  readonly serviceDomain: string;
  /** The URL by which clients reach the mock, if that is not its own address. */
  readonly publicUrl?: string;
  /** Further names for a certificate that is made at the start. */
  readonly names?: readonly string[];
  /** The settings of TLS; missing: the port does not use it. */
  readonly tls?: TlsSetting;
  /** The file for the certificate of an authority that is made at the start; a temporary file by default. */
  readonly tlsCaFile?: string;
  /** Lets the process end if only the port keeps it alive. */
  readonly background?: boolean;
  /** Lets other processes answer: connections wait until it is known which. Missing: this one answers. */
  readonly peering?: Peering;
}

/** The open port of a mock. */
export interface Port {
  /** The URL of its own address, without a slash at its end. */
  readonly url: string;
  /** The certificate that clients must trust, if one has been made. */
  readonly caFile?: string;
  /** Sends requests to the handler from now on; without one they are answered with 503. */
  readonly handle: (handler: Handler | undefined) => void;
  /** There for a port with `peering`. */
  readonly peers?: Peers;
  /** Closes the connections that clients have opened so far, also those that are not accepted yet. */
  readonly drop?: () => Promise<void>;
  /**
   * Reports that the mock is not ready, asks clients to go elsewhere, and still answers calls. Resolves once no call
   * has come for `quietMillis`, two seconds unless given, at the latest after `limitMillis`, or when it is interrupted.
   * The rest of the time is for the calls that run when the port is closed.
   */
  readonly drain?: (limitMillis: number, interrupted: AbortSignal, quietMillis?: number) => Promise<void>;
  /** Accepts no more requests, lets running calls finish, and leaves nothing behind: within a second, unless it has drained. */
  readonly close: () => Promise<void>;
}

/** Opens the port of a mock before anything is loaded; rejects when it cannot be opened. */
export type OpenPort = (setting: PortSetting) => Promise<Port>;
