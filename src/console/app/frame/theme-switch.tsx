import { useState } from 'preact/hooks';
import { chooseTheme, themeNow } from './theme.ts';
import { useMedia } from './use-media.ts';

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
