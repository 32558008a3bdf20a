/** A place in the console: a pane, and its contents there. */
export interface Address {
  readonly pane: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The parameter that names the world, which each pane has. */
export const WORLD = 'world';

/** Reads the part of a URL behind `#`, such as `#journal?status=403`; the overview where there is none. */
export const readAddress = (hash: string): Address => {
  const [pane = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  return { pane: pane || 'overview', params: Object.fromEntries(new URLSearchParams(query)) };
};

/** The part of a URL behind `#`, with the `#`; parameters that are empty are left out. */
export const writeAddress = ({ pane, params }: Address): string => {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString();
  return query === '' ? `#${pane}` : `#${pane}?${query}`;
};

/** The same address with other parameters; an empty one is taken away. */
export const withParams = ({ pane, params }: Address, changed: Readonly<Record<string, string>>): Address => ({
  pane,
  params: { ...params, ...changed },
});

/** A pane of the same world. */
export const paneOf = (pane: string, { params }: Address, own: Readonly<Record<string, string>> = {}): Address => ({
  pane,
  params: { ...own, [WORLD]: params[WORLD] ?? '' },
});
