import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run dev` sets the port of the process behind. The host is passed on as it came. */
const api = { target: `http://localhost:${process.env.CONSOLE_PORT ?? '4310'}`, changeOrigin: false };

export default defineConfig({
  base: '/console/',
  plugins: [
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
  ],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/console/api': api } },
});
