type End = () => Promise<void>;

/** The name under which all copies of this module share the ends of the setups of this process. */
const KEY = Symbol.for('platform-mock/setup');

const ends = (): Set<End> => {
  const found: Set<End> | undefined = Reflect.get(globalThis, KEY);
  if (found) return found;
  const made = new Set<End>();
  Reflect.set(globalThis, KEY, made);
  return made;
};

/** A function that ends what a setup has begun, at its first call only: by the runner, or by `endRuns`. */
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
