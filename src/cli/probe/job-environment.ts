import type { Environment, JobParts } from '../../probe/job.ts';
import { type EnvironmentParts, runInEnvironment } from '../command-environment.ts';

/** Opens the environment of a command for as long as its job is there. */
export const jobEnvironment =
  (parts: EnvironmentParts): JobParts['prepare'] =>
  async (mock) => {
    const token = await mock.token();
    return new Promise<Environment>((resolve, reject) => {
      const running: Promise<void> = runInEnvironment(
        mock,
        token,
        parts,
        (env) =>
          new Promise<void>((end) => {
            const close = (): Promise<void> => {
              end();
              return running;
            };
            resolve({ env, close });
          }),
      );
      running.catch(reject);
    });
  };
