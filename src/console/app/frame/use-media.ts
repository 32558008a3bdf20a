import { useEffect, useState } from 'preact/hooks';

/** True while a media query holds. */
export const useMedia = (query: string): boolean => {
  const [isMet, setIsMet] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = (): void => setIsMet(list.matches);
    follow();
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return isMet;
};

/** The widths below which the layout folds, in pixels. */
export const FOLDS = { sheet: '(max-width: 960px)', phone: '(max-width: 640px)' } as const;
