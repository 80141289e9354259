import { browserStorage } from '../api/storage.ts';

/** Dark, light, or as the device has it. Kept in the browser: it says nothing about anybody. */
export type Theme = 'auto' | 'light' | 'dark';

const storageName = 'theme';

export const storedTheme = (): Theme => {
  const theme = browserStorage.getItem(storageName);
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
};

export const applyTheme = (theme: Theme = storedTheme()): void => {
  if (theme === 'auto') {
    delete document.documentElement.dataset.theme;
    browserStorage.removeItem(storageName);
  } else {
    document.documentElement.dataset.theme = theme;
    browserStorage.setItem(storageName, theme);
  }
};
