import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { transformWithOxc, type Plugin } from 'vite';

const source = new URL('../service-worker/service-worker.ts', import.meta.url);
/** Texts of one language, terms, what wide screens show: each is kept once it was used. */
const rarelyUsed = /\.po$|\/features\/documents\/|\/app\/inside\/wide\//;

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...args: never) => unknown>>[1];

/** Writes the service worker beside the page, with the list of the files that open the app without a network. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = listShell(bundle);
      const { code } = await transformWithOxc(await readFile(source, 'utf8'), source.pathname);
      const page = bundle['index.html'];
      const version = createHash('sha256')
        .update(JSON.stringify([files, page?.type === 'asset' ? String(page.source) : '', code]))
        .digest('hex')
        .slice(0, 16);
      const shell = `const shell = ${JSON.stringify({ version, files })};\n`;
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: shell + code });
    },
  };
}

function listShell(bundle: Bundle): readonly string[] {
  return Object.values(bundle)
    .filter((file) =>
      file.type === 'chunk'
        ? !file.moduleIds.some((id) => rarelyUsed.test(id))
        : /\.(?:css|woff2)$|^assets\/early-/.test(file.fileName) && !file.names.includes('wide.css'),
    )
    .map(({ fileName }) => `/${fileName}`)
    .toSorted();
}
