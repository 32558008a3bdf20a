type End = () => Promise<void>;

/** The mocks that setups of this process have begun, for whichever copy of this module ends them. */
const KEY = Symbol.for('platform-mock/setup');

const ends = (): Set<End> => {
  const found: Set<End> | undefined = Reflect.get(globalThis, KEY);
  if (found) return found;
  const made = new Set<End>();
  Reflect.set(globalThis, KEY, made);
  return made;
};

/** The end of what a setup has begun, which is called once: by the runner, or else by `endRuns`. */
export const rememberEnd = (end: End): End => {
  const endOnce = async (): Promise<void> => {
    if (ends().delete(endOnce)) await end();
  };
  ends().add(endOnce);
  return endOnce;
};

/** Ends what the setups of this process have begun, the last first. */
export const endRuns = async (): Promise<void> => {
  for (const end of [...ends()].reverse()) await end();
};
