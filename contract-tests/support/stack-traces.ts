type Prepare = NonNullable<typeof Error.prepareStackTrace>;

/** The place in the code that a frame is at, which decides its text. */
const placeOf = (frame: NodeJS.CallSite): string =>
  `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}:${frame.getFunctionName()}`;

/** The function of Playwright that takes a trace only to find the places in the tests. */
const FINDS_PLACES = 'captureRawStack';

const isOfTests = (frame: NodeJS.CallSite): boolean => {
  const file = frame.getFileName() ?? 'node:';
  return !file.startsWith('node:') && !file.includes('/node_modules/');
};

/**
 * Stack traces as `prepare` writes them, each frame written once. Playwright takes a trace of 50 frames, mapped to the
 * source one by one, for every expectation of every test: a third of the suite's time, if all of them pass.
 */
const rememberFrames = (prepare: Prepare): Prepare => {
  const known = new Map<string, string>();
  return (error, frames) => {
    const head = String(prepare(error, []));
    const needed = frames[0]?.getFunctionName() === FINDS_PLACES ? frames.filter(isOfTests) : frames;
    return needed.reduce((text, frame) => {
      const place = placeOf(frame);
      let written = known.get(place);
      if (written === undefined) {
        written = String(prepare(error, [frame])).slice(head.length);
        known.set(place, written);
      }
      return text + written;
    }, head);
  };
};

/** Makes this process write its stack traces so, if they are mapped at all. */
export const quickenStackTraces = (): void => {
  const { prepareStackTrace } = Error;
  if (prepareStackTrace) Error.prepareStackTrace = rememberFrames(prepareStackTrace);
};
