import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { drawIcon } from './draw-icon.ts';

const mark = new URL('../public/icon-maskable.svg', import.meta.url);
const icons = [
  { fileName: 'icons/icon-192.png', side: 192, rounded: true },
  { fileName: 'icons/icon-512.png', side: 512, rounded: true },
  { fileName: 'icons/maskable-512.png', side: 512, rounded: false },
  { fileName: 'icons/apple-touch-180.png', side: 180, rounded: false },
];

/** Draws the icons that home screens ask for from the one mark, and names them and the manifest in the page. */
export function iconsPlugin(): Plugin {
  return {
    name: 'icons',
    async generateBundle() {
      const svg = await readFile(mark, 'utf8');
      for (const { fileName, side, rounded } of icons) {
        this.emitFile({ type: 'asset', fileName, source: await drawIcon(svg, { side, rounded }) });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        // The server writes it: the name is the installation's.
        { tag: 'link', injectTo: 'head', attrs: { rel: 'manifest', href: '/manifest.webmanifest' } },
        { tag: 'link', injectTo: 'head', attrs: { rel: 'apple-touch-icon', href: '/icons/apple-touch-180.png' } },
      ],
    },
  };
}
