/** A time in which something may still be heard. */
export interface QuietTime {
  /** Begins the quiet anew. */
  readonly heard: () => void;
  /** Resolves once nothing was heard for that long, at the latest at the limit, or when it is interrupted. */
  readonly over: Promise<void>;
}

/** Waits for `quietMillis` milliseconds without a sound, at most `limitMillis`, and not once it is interrupted. */
export const beginQuietTime = (quietMillis: number, limitMillis: number, interrupted: AbortSignal): QuietTime => {
  let end = (): void => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const limit = setTimeout(end, limitMillis);
  let quiet = setTimeout(end, quietMillis);
  let isOver = false;
  interrupted.addEventListener('abort', end);
  void over.then(() => {
    isOver = true;
    interrupted.removeEventListener('abort', end);
    clearTimeout(limit);
    clearTimeout(quiet);
  });
  return {
    heard: () => {
      if (isOver) return;
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMillis);
    },
    over,
  };
};
