import { parse } from 'yaml';
import { FlagRefusal } from '../../command/command-failure.ts';
import { readText } from '../../command/read-text.ts';
import { type AcceptedFinding, readAccepted } from '../../probe/accepted.ts';

/** The accepted findings in a file of YAML or JSON. @throws FlagRefusal that names a file which holds none */
export const readAcceptFile = async (file: string | undefined): Promise<readonly AcceptedFinding[]> => {
  if (file === undefined) return [];
  const text = await readText(file, (reason) => new FlagRefusal(`--accept ${file}: ${reason}`));
  try {
    return readAccepted(parse(text));
  } catch (error) {
    throw new FlagRefusal(`--accept ${file}: ${(error as Error).message.split('\n', 1)[0]}`);
  }
};
