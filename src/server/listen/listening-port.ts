import { omitUndefined } from '../../schema/defined.ts';
import type { OpenPort, PortSetting, TlsSetting } from '../mock/port.ts';
import { listen } from './server.ts';
import type { AuthorityFile } from './tls-certificate.ts';

const urlOf = (scheme: 'http' | 'https', host: string, port: number): string => {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
};

/** The certificate of a port with TLS, and a function that writes the file of the authority that has signed it. */
const secureWith = async (tls: TlsSetting, { host, publicUrl, names = [], tlsCaFile }: PortSetting) => {
  // Imported at the first use: a port without TLS needs none of it.
  const { certificateFor, namesOf, publishAuthority } = await import('./tls-certificate.ts');
  const certificate = await certificateFor(tls, namesOf(host, publicUrl, names));
  return { certificate, publish: (port: number) => publishAuthority(certificate, port, tlsCaFile) };
};

/**
 * Opens a port of this machine, with TLS if the setting has it.
 * @throws TlsRefusal, or the system's error when the port is taken or the host unknown
 */
export const openListeningPort: OpenPort = async (setting) => {
  const { host, tls } = setting;
  const secured = tls && (await secureWith(tls, setting));
  const listening = await listen(host, setting.port, setting, secured?.certificate);
  let authority: AuthorityFile | undefined;
  try {
    authority = await secured?.publish(listening.port);
  } catch (error) {
    await listening.close();
    throw error;
  }
  return {
    url: urlOf(secured === undefined ? 'http' : 'https', host, listening.port),
    ...omitUndefined({ caFile: authority?.file, peers: listening.peers }),
    handle: listening.handle,
    drop: listening.drop,
    drain: listening.drain,
    close: async () => {
      await listening.close();
      await authority?.remove();
    },
  };
};
