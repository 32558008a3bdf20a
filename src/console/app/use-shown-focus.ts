import { type RefObject, useEffect, useRef } from 'hono/jsx/dom';

/** Gives the focus to an element once it is there, so that it is in sight and read out. */
export const useShownFocus = <T extends HTMLElement>(): RefObject<T | null> => {
  const shown = useRef<T>(null);
  useEffect(() => shown.current?.focus(), []);
  return shown;
};
