import { useEffect, useState } from 'hono/jsx/dom';
import { type Address, readAddress, writeAddress } from './address.ts';

/** Goes to an address, which the browser's history keeps. */
export const goTo = (address: Address): void => {
  location.hash = writeAddress(address);
};

/** The address of the page, followed. */
export const useAddress = (): Address => {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return readAddress(hash);
};
