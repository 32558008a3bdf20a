import { useLayoutEffect, useState } from 'preact/hooks';
import { type Address, readAddress, writeAddress } from './address.ts';

const CHANGED = 'platform-mock address';

/** Goes to an address, which the browser's history keeps. */
export const goTo = (address: Address): void => {
  location.hash = writeAddress(address);
  // The browser says so in a while, and the next key may be pressed by then.
  dispatchEvent(new Event(CHANGED));
};

/** Goes to an address in the place of the present one: for what changes with each key. */
export const replaceAddress = (address: Address): void => {
  history.replaceState(null, '', writeAddress(address));
  dispatchEvent(new Event(CHANGED));
};

/** The address of the page, followed. */
export const useAddress = (): Address => {
  const [hash, setHash] = useState(location.hash);
  // Before the page is seen: a key may be pressed at once, and change it.
  useLayoutEffect(() => {
    const follow = (): void => setHash(location.hash);
    for (const event of ['hashchange', CHANGED]) addEventListener(event, follow);
    return () => {
      for (const event of ['hashchange', CHANGED]) removeEventListener(event, follow);
    };
  }, []);
  return readAddress(hash);
};
