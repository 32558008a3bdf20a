import { type LookupAddress, lookup } from 'node:dns';
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { DeliveryRequest } from '../../../generated/nouns.ts';
import { tlsReason } from '../../schema/tls-reason.ts';
import { isRefused, linkLocalRefusal } from './egress.ts';

/** The outcome of a request. */
export interface SendOutcome {
  readonly status?: number;
  /** The beginning of the body of the answer. */
  readonly answer?: string;
  /** The reason for a missing answer. */
  readonly error?: string;
  /** True if the request was not sent, since its host is link-local. */
  readonly refused?: true;
}

/** Sends requests to receivers. */
export interface Sender {
  /** Never rejects: a failure is part of the outcome. */
  readonly send: (request: DeliveryRequest, aborted: AbortSignal) => Promise<SendOutcome>;
  readonly close: () => void;
}

/** The settings of a sender of requests. */
export interface SenderSetting {
  /** The time that a receiver has for its answer, in milliseconds of the machine. */
  readonly timeoutMillis: number;
  /** The certificates in PEM that are trusted beside those that Node trusts. */
  readonly ca?: readonly string[] | undefined;
  /** Finds the addresses of a host; as the system does unless given. */
  readonly addresses?: AddressLookup;
}

/** The maximum number of characters of an answer that are recorded, and that are read. */
const MAX_ANSWER = 1_024;
const MAX_READ = 65_536;

class LinkLocal extends Error {}

/** Finds every address of a host. */
type AddressLookup = (
  host: string,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Names below localhost are this machine (RFC 6761), whatever the system's resolver knows of them. */
const systemAddresses: AddressLookup = (host, found) => {
  if (/(?:^|\.)localhost\.?$/i.test(host)) found(null, [...LOOPBACK]);
  else lookup(host, { all: true }, found);
};

/** Looks hosts up, and refuses those that lead to a link-local address (behaviour E12). */
const guardLookup =
  (addressesOf: AddressLookup): LookupFunction =>
  (host, options, done) =>
    addressesOf(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error(`${host} has no address`), '');
      const bad = addresses.find(({ address }) => isRefused(host, address));
      if (bad) return done(new LinkLocal(linkLocalRefusal(`${host} (${bad.address})`)), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });

/** Collects the beginning of an answer; resolves at its end, or after 64 KiB. */
const beginningOf = (reply: IncomingMessage): Promise<string> =>
  new Promise((resolved, reject) => {
    let text = '';
    let read = 0;
    reply.setEncoding('utf8');
    reply.on('data', (chunk: string) => {
      read += chunk.length;
      if (text.length < MAX_ANSWER) text = `${text}${chunk}`.slice(0, MAX_ANSWER);
      if (read <= MAX_READ) return;
      resolved(text);
      reply.destroy();
    });
    reply.on('end', () => resolved(text));
    reply.on('error', reject);
  });

/** Sends requests over HTTP and HTTPS, follows no redirect, and reuses connections. */
export class HttpSender implements Sender {
  readonly #setting: SenderSetting;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor(setting: SenderSetting) {
    this.#setting = setting;
    const { ca, addresses = systemAddresses } = setting;
    const options = { keepAlive: true, lookup: guardLookup(addresses) };
    this.#http = new HttpAgent(options);
    this.#https = new HttpsAgent({ ...options, ...(ca && { ca: [...rootCertificates, ...ca] }) });
  }

  async send(request: DeliveryRequest, aborted: AbortSignal): Promise<SendOutcome> {
    const { timeoutMillis } = this.#setting;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMillis);
    const signal = AbortSignal.any([aborted, late.signal]);
    try {
      return await this.#exchange(request, signal, true);
    } catch (error) {
      if (error instanceof LinkLocal) return { error: error.message, refused: true };
      if (late.signal.aborted) return { error: `no answer within ${timeoutMillis / 1_000} s` };
      const failed = error as NodeJS.ErrnoException;
      return { error: tlsReason(failed) ?? (failed.message || failed.code || 'the connection failed') };
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  /** A pooled connection that the receiver has closed meanwhile is no failure of the receiver: a new one is tried. */
  async #exchange(request: DeliveryRequest, signal: AbortSignal, mayRepeat: boolean): Promise<SendOutcome> {
    const { method, url, headers, body } = request;
    const isSecure = /^https:/i.test(url);
    const options = { method, headers, signal, agent: isSecure ? this.#https : this.#http };
    let call: ClientRequest | undefined;
    try {
      const reply = await new Promise<IncomingMessage>((resolved, reject) => {
        call = (isSecure ? overHttps : overHttp)(url, options, resolved).on('error', reject);
        // A change of protocol (101) is neither an answer nor an error.
        call.on('close', () => reject(new Error('the connection was closed without an answer')));
        call.end(body);
      });
      return { status: reply.statusCode ?? 0, answer: await beginningOf(reply) };
    } catch (error) {
      const isStale = call?.reusedSocket === true && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (isStale && mayRepeat && !signal.aborted) return this.#exchange(request, signal, false);
      throw error;
    }
  }
}
