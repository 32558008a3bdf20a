import { useLayoutEffect, useState } from 'preact/hooks';

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

/** The part of the page's URL behind `#`, followed. */
export const useHash = (): string => {
  const [hash, setHash] = useState(location.hash);
  // Before the page is seen: a key may be pressed at once, and change it.
  useLayoutEffect(() => {
    const follow = (): void => setHash(location.hash);
    for (const event of ['hashchange', CHANGED]) addEventListener(event, follow);
    return () => {
      for (const event of ['hashchange', CHANGED]) removeEventListener(event, follow);
    };
  }, []);
  return hash;
};

/** The address of the page, followed. */
export const useAddress = (): Address => readAddress(useHash());

/** A place in the console: a part, and what is chosen there. */
export interface Address {
  readonly part: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The parameter of each part that names the world; all worlds if it is missing. */
export const WORLD = 'world';
/** The parameter that names the call that is open. */
export const CALL = 'call';

/** Reads the part of a URL behind `#`, such as `#calls?q=status:403`, or `#call=17` in short; nothing chosen if it is empty. */
export const readAddress = (hash: string): Address => {
  const text = hash.replace(/^#/, '');
  if (text.startsWith(`${CALL}=`)) return { part: 'calls', params: Object.fromEntries(new URLSearchParams(text)) };
  const [part = '', query = ''] = text.split(/\?(.*)/s);
  return { part, params: Object.fromEntries(new URLSearchParams(query)) };
};

/** The part of a URL behind `#`, with the `#`; without empty parameters. */
export const writeAddress = ({ part, params }: Address): string => {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString();
  return query === '' ? `#${part}` : `#${part}?${query}`;
};

/** An address with other parameters; an empty one is taken away. */
export const withParams = ({ part, params }: Address, changed: Readonly<Record<string, string>>): Address => ({
  part,
  params: { ...params, ...changed },
});

/** A part for the same world. */
export const partOf = (part: string, { params }: Address, own: Readonly<Record<string, string>> = {}): Address => ({
  part,
  params: { [WORLD]: params[WORLD] ?? '', ...own },
});
