import { randomBytes, webcrypto } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { readGiven } from '../../given-file.ts';
import { decodeUtf8, whyUnreadable } from '../../schema/utf8-text.ts';
import type { TlsSetting } from '../mock/port.ts';

/** The certificate and key of a TLS server, as PEM text. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** The certificate of the authority that clients must trust, if it was made here. */
  readonly authority?: string;
}

/** A certificate or key with which no TLS server can be made, or an authority that cannot be written. */
export class TlsRefusal extends Error {}

const DAY_MILLIS = 86_400_000;
const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

const pemOf = (label: string, der: ArrayBuffer): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
};

const serialNumber = (): string => {
  const bytes = randomBytes(16);
  // Positive, and without leading zeros (RFC 5280 §4.1.2.2).
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
};

/**
 * Makes a certificate for these names and addresses, and an authority that signs it and nothing else: its key is
 * dropped. Strict verifiers accept it.
 */
export const makeCertificate = async (names: readonly string[]): Promise<Certificate> => {
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as never);
  const makeKeys = () => webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const [authorityKeys, keys] = await Promise.all([makeKeys(), makeKeys()]);
  // The clocks of containers may differ.
  const validity = { notBefore: new Date(Date.now() - DAY_MILLIS), notAfter: new Date(Date.now() + 365 * DAY_MILLIS) };
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: serialNumber(),
    name: `CN=platform-mock CA ${randomBytes(4).toString('hex')}`,
    signingAlgorithm: SIGNATURE,
    keys: authorityKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity,
    serialNumber: serialNumber(),
    subject: 'CN=platform-mock',
    issuer: authority.subject,
    signingAlgorithm: SIGNATURE,
    signingKey: authorityKeys.privateKey,
    publicKey: keys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((name) => ({ type: isIP(name) === 0 ? 'dns' : 'ip', value: name })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  return {
    cert: certificate.toString('pem'),
    key: pemOf('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
    authority: authority.toString('pem'),
  };
};

const readCertificate = async (certFile: string, keyFile: string): Promise<Certificate> => {
  try {
    const [cert = '', key = ''] = (await Promise.all([certFile, keyFile].map(readGiven))).map(decodeUtf8);
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (error) {
    throw new TlsRefusal(`no TLS with ${certFile} and ${keyFile}: ${whyUnreadable(error)}`);
  }
};

/** The names by which a server is reached: this machine's, the address that it listens on, the host of its public URL, and others. */
export const namesOf = (
  host: string,
  publicUrl: string | undefined,
  others: readonly string[] = [],
): readonly string[] => {
  const published = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1')];
  // The address that means all addresses is not a name.
  const all = ['localhost', '127.0.0.1', '::1', host, ...published, ...others].filter(
    (name) => name !== '0.0.0.0' && name !== '::',
  );
  return [...new Set(all)];
};

/**
 * The certificate for a setting.
 * @throws TlsRefusal when the files cannot be read or do not fit each other
 */
export const certificateFor = (setting: TlsSetting, names: readonly string[]): Promise<Certificate> =>
  setting === 'auto' ? makeCertificate(names) : readCertificate(setting.certFile, setting.keyFile);

/** The file of the authority's certificate. */
export interface AuthorityFile {
  /** The file of the authority; missing when there is none to trust. */
  readonly file?: string;
  /** Deletes the file, unless its path was chosen by the user. */
  readonly remove: () => Promise<void>;
}

/** Writes the authority of a certificate to the file chosen, or to one in the system's temporary folder. */
export const publishAuthority = async (
  certificate: Certificate | undefined,
  port: number,
  chosen: string | undefined,
): Promise<AuthorityFile> => {
  const authority = certificate?.authority;
  if (authority === undefined) return { remove: async () => {} };
  if (chosen !== undefined) {
    await demandWritten(writeFile(chosen, authority));
    return { file: chosen, remove: async () => {} };
  }
  const file = join(tmpdir(), `platform-mock-${port}-${process.pid}-ca.pem`);
  const remove = () => rm(file, { force: true });
  await remove();
  // Created exclusively: a link that was put there is not followed.
  await demandWritten(writeFile(file, authority, { flag: 'wx', mode: 0o644 }));
  return { file, remove };
};

/** Maps a failed write to a TlsRefusal: the file system of a container may be read-only. */
const demandWritten = async (writing: Promise<void>): Promise<void> => {
  try {
    await writing;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TlsRefusal(
      `--tls auto has no place for its authority's certificate, choose one by --tls-ca-file: ${reason}`,
    );
  }
};
