import { accessSync, constants, existsSync } from 'node:fs';
import { runWithProgress } from '../progress.mjs';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const headlessShell = '/usr/bin/chromium-headless-shell';
const fontsFolder = '/usr/share/fonts/truetype/noto';
const debianPackages = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];
// Both, since they must be of one version.
const debianHeadlessShell = ['chromium', 'chromium-headless-shell'];

/** The environment that names the browsers to the tests. */
export type Chromium = { readonly env: Readonly<Record<string, string>> } | { readonly missing: string };

/**
 * Finds the system's Chromium and its build without a window, installing them and the fonts of our languages from the
 * distribution where this user may. Otherwise says what to install; without that build all tests run in the whole one.
 * `CHROMIUM_PATH` overrules both.
 */
export async function ensureChromium(): Promise<Chromium> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '')
    return isExecutable(named)
      ? { env: { CHROMIUM_PATH: named } }
      : { missing: `CHROMIUM_PATH names ${named}, which cannot be run.` };
  const lacking = [
    ...(browsers.some(isExecutable) && existsSync(fontsFolder) ? [] : [debianPackages]),
    // By itself: where the distribution does not have it, the others must come all the same.
    ...(isExecutable(headlessShell) ? [] : [debianHeadlessShell]),
  ];
  if (lacking.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await install(lacking);
  const path = browsers.find(isExecutable);
  if (path === undefined)
    return {
      missing: `There is no Chromium. Install it (Debian: apt-get install ${debianPackages.join(' ')}) or set CHROMIUM_PATH.`,
    };
  return {
    env: {
      CHROMIUM_PATH: path,
      ...(isExecutable(headlessShell) ? { CHROMIUM_HEADLESS_SHELL_PATH: headlessShell } : {}),
    },
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function install(sets: readonly (readonly string[])[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runWithProgress('Reading the package lists of the system', 'apt-get', ['update'], { env });
  for (const packages of sets) {
    const args = ['install', '--yes', '--no-install-recommends', '--no-remove', ...packages];
    const installed = await runWithProgress(`Installing ${packages.join(', ')}`, 'apt-get', args, { env });
    if (installed.code !== 0) console.log(installed.output);
  }
}
