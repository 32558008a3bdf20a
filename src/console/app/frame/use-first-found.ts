import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The results of a search so far. */
interface Found<T> {
  readonly search: string;
  /** The field that it is written in. */
  readonly input: RefObject<HTMLInputElement>;
  readonly first: T | undefined;
  readonly isLoading: boolean;
}

/**
 * Handles Enter in a search: it opens the first result as soon as that is there. While it loads, another
 * search, or a focus elsewhere, takes that back.
 */
export const useFirstFound = <T>(
  { search, input, first, isLoading }: Found<T>,
  open: (first: T | undefined) => void,
): (() => void) => {
  const [waits, setWaits] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (waits === undefined) return;
    const isWanted = waits === search && document.activeElement === input.current;
    if (isWanted && first === undefined && isLoading) return;
    setWaits(undefined);
    if (isWanted) open(first);
  });
  return () => {
    if (first === undefined && isLoading) setWaits(search);
    else open(first);
  };
};
