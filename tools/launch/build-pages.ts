import { buildConsole, buildWeb } from '@tern/installation/build-web';

/** Builds the wallet and the operators' console where their sources changed; what api and console serve. */
export async function buildPages(root: string): Promise<{ readonly isChanged: boolean }> {
  const built = [await buildWeb(root), await buildConsole(root)];
  return { isChanged: built.includes('built') };
}
