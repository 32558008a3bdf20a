import { useState } from 'preact/hooks';
import { useMedia } from './use-media.ts';

/** A look of the page. */
export type Theme = 'light' | 'dark';

const KEY = 'platform-mock theme';

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark';

/** The earlier choice; undefined if there was none, or the browser stores nothing for this page. */
const chosen = (): Theme | undefined => {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
};

/** The theme in force: the one that was chosen, else the one that the browser asks for. */
const themeNow = (): Theme => {
  const set = document.documentElement.dataset.theme ?? null;
  if (isTheme(set)) return set;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

/** Applies a theme, and stores it for the next visit. */
const chooseTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It is in force on this page only.
  }
};

/** Puts the theme in force that was chosen before, if one was. */
export const restoreTheme = (): void => {
  const theme = chosen();
  if (theme) document.documentElement.dataset.theme = theme;
};

/** Changes between light and dark. */
export const ThemeSwitch = () => {
  const [, setChosen] = useState<string | undefined>(undefined);
  // The browser may ask for another one as long as none was chosen.
  useMedia('(prefers-color-scheme: dark)');
  const other = themeNow() === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      class="btn q"
      title="Theme"
      onClick={() => {
        chooseTheme(other);
        setChosen(other);
      }}
    >
      {other === 'dark' ? 'Dark' : 'Light'}
    </button>
  );
};
