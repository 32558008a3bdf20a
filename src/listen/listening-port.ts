import type { OpenPort } from '../app/port.ts';
import { defined } from '../schema/defined.ts';
import { listen } from './server.ts';
import { type AuthorityFile, certificateFor, namesOf, publishAuthority } from './tls-certificate.ts';

const urlOf = (scheme: 'http' | 'https', host: string, port: number): string => {
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
};

/**
 * Opens a port of this machine, with TLS if the setting has it.
 * @throws TlsRefusal, or the system's error when the port is taken or the host unknown
 */
export const openListeningPort: OpenPort = async (setting) => {
  const { host, publicUrl, names = [], tls, tlsCaFile } = setting;
  const certificate = tls && (await certificateFor(tls, namesOf(host, publicUrl, names)));
  const listening = await listen(host, setting.port, setting, certificate);
  let authority: AuthorityFile;
  try {
    authority = await publishAuthority(certificate, listening.port, tlsCaFile);
  } catch (error) {
    await listening.close();
    throw error;
  }
  const { file, remove } = authority;
  return {
    url: urlOf(certificate === undefined ? 'http' : 'https', host, listening.port),
    ...defined({ caFile: file }),
    handle: listening.handle,
    close: async () => {
      await listening.close();
      await remove();
    },
  };
};
