import { useState } from 'preact/hooks';
import { useMedia } from './use-media.ts';

const KEY = 'platform-mock theme';

/** Puts the theme in force that was chosen before, if one was. */
export const restoreTheme = (): void => {
  try {
    const theme = localStorage.getItem(KEY);
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // The browser stores nothing for this page.
  }
};

/** Changes between light and dark: from what was chosen, else from what the browser asks for. */
export const ThemeSwitch = () => {
  const [chosen, setChosen] = useState(document.documentElement.dataset.theme);
  const isDark = useMedia('(prefers-color-scheme: dark)');
  const other = (chosen ?? (isDark ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
  const choose = (): void => {
    document.documentElement.dataset.theme = other;
    setChosen(other);
    try {
      localStorage.setItem(KEY, other);
    } catch {
      // It is in force on this page only.
    }
  };
  return (
    <button type="button" class="btn q" title="Theme" onClick={choose}>
      {other === 'dark' ? 'Dark' : 'Light'}
    </button>
  );
};
