import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { minify, transformWithOxc, type Plugin } from 'vite';
import type { EarlyFacts } from '../early/early-facts.ts';
import { openPaths, paths } from '../src/shared/paths.ts';
import { pendingLogoutKey } from '../src/shared/pending-logout-key.ts';
import { signedInKey } from '../src/shared/session-owner.ts';

const source = new URL('../early/ask-early.ts', import.meta.url);
const facts = {
  signedInKey,
  pendingLogoutKey,
  home: paths.home,
  toHome: [paths.login, paths.loginAlias, paths.launch],
  open: Object.values(openPaths),
  firstOf: {
    [paths.home]: ['/api/wallets/{wallet}/overview'],
    [paths.transfer]: ['/api/transfers/options?walletId={wallet}', '/api/wallets'],
    [paths.receive]: ['/api/wallets/{wallet}/receive', '/api/wallets'],
    [paths.records]: ['/api/records?filter=all', '/api/address-book'],
    [paths.reward]: ['/api/pool', '/api/pool/distributions', '/api/currencies'],
  },
} satisfies EarlyFacts;

/** Writes the script that asks for first answers before the app runs, and names it in the page. */
export function earlyPlugin(): Plugin {
  let fileName = '';
  return {
    name: 'early',
    apply: 'build',
    async buildStart() {
      const { code } = await transformWithOxc(await readFile(source, 'utf8'), source.pathname);
      const { code: script } = await minify(
        source.pathname,
        `(() => {const early = ${JSON.stringify(facts)};\n${withoutExport(code)}})();`,
      );
      const hash = createHash('sha256').update(script).digest('base64url').slice(0, 7);
      fileName = `assets/early-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: script });
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { async: true, src: `/${fileName}` }, injectTo: 'head' }],
    },
  };
}

/** A file that imports types alone is still a module to the compiler; here it is a script. */
function withoutExport(code: string): string {
  return code.replace(/^export \{\s*\};?$/m, '');
}
