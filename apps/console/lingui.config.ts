import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

const ui = '<rootDir>/../../packages/ui/src';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'zh-Hans'],
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src', `${ui}/error-state.tsx`, `${ui}/skeleton.tsx`],
    },
  ],
  // What people write is never taken for markup of a translation.
  runtimeConfigModule: { Trans: ['@tern/ui/trans', 'Trans'] },
  format: formatter({ lineNumbers: false }),
});
