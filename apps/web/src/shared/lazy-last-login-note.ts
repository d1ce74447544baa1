import { lazy } from 'react';
import { loadTexts } from './i18n.ts';

/** Its texts come with those of the register page: home waits for everything that the login page itself says. */
export const LazyLastLoginNote = lazy(async () => {
  const [{ LastLoginNote }] = await Promise.all([import('./register/last-login-note.tsx'), loadTexts('register')]);
  return { default: LastLoginNote };
});
