import { useEffect } from 'react';
import { useApp } from '../state';

/** Sets `data-theme` on the document to `light` or `dark`, following the desktop when the setting says so. */
export function useTheme(): void {
  const theme = useApp((state) => state.settings.theme);
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      document.documentElement.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
    };
    apply();
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, [theme]);
}
