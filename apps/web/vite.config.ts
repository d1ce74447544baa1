import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { areaCodesPlugin } from './build/area-codes-plugin.ts';
import { buildListPlugin } from './build/build-list-plugin.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { contractPlugin } from './build/contract-plugin.ts';
import { earlyPlugin } from './build/early-plugin.ts';
import { iconsPlugin } from './build/icons-plugin.ts';
import { preloadsPlugin } from './build/preloads-plugin.ts';
import { serviceWorkerPlugin } from './build/service-worker-plugin.ts';
import { textsPlugin } from './build/texts-plugin.ts';

/** `npm run dev` sets the port of the process behind. The host is passed on as it came. */
const api = { target: `http://localhost:${process.env.WEB_PORT ?? '4300'}`, changeOrigin: false };

export default defineConfig({
  plugins: [
    react(),
    lingui({ failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    contractPlugin(),
    areaCodesPlugin(),
    textsPlugin(),
    earlyPlugin(),
    preloadsPlugin(),
    iconsPlugin(),
    serviceWorkerPlugin(),
    compressPlugin(),
    buildListPlugin(),
  ],
  build: {
    target: 'baseline-widely-available',
    // What is built from what, for the budgets gate.
    manifest: true,
    assetsInlineLimit: 0,
    // All of the styles are smaller than the requests they would be cut into.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // Every page loads the names of all parts, and nothing compresses a hash: seven letters tell four trillion apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: { proxy: { '/api': api, '/dev': api, '/manifest.webmanifest': api } },
});
