import { useState } from 'preact/hooks';
import { chooseTheme, themeNow } from './theme.ts';

/** Changes between light and dark. */
export const ThemeSwitch = () => {
  const [theme, setTheme] = useState(themeNow());
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      class="btn q"
      title="Theme"
      onClick={() => {
        chooseTheme(other);
        setTheme(other);
      }}
    >
      {other === 'dark' ? 'Dark' : 'Light'}
    </button>
  );
};
