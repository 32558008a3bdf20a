/** The text in the place of a secret, with its number; in URLs and forms its brackets are escaped. */
export const SECRET_MARK = /\[secret (\d+)\]|%5Bsecret(?:%20|\+)(\d+)%5D/g;

/** A text such as a fixture in YAML, in which the number of a secret would not be a plain word. */
export const nameSecrets = (text: string): string =>
  text.replace(SECRET_MARK, (_, plain?: string, escaped?: string) => `secret-${plain ?? escaped}`);
