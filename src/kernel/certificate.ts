import { X509Certificate } from 'node:crypto';

/** True for a text that begins with a certificate in PEM. */
export const isCertificate = (text: string): boolean => {
  try {
    new X509Certificate(text);
    return true;
  } catch {
    return false;
  }
};
