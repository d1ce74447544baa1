import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWithProgress } from '@tern/installation/progress';

/** The environment that names the browsers to the tests, or what a person has to install. */
export type Browser = { readonly env: Readonly<Record<string, string>> } | { readonly missing: string };

/** What is asked of the machine; tests plant others. */
export type Machine = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether packages of the distribution can be installed without asking anybody. */
  readonly mayInstall: boolean;
  /** Whether this program starts as a browser and reads a page. */
  readonly opensPages: (path: string) => boolean;
  /** Whether some font has this character in this weight of fontconfig's; false too where nobody can tell. */
  readonly hasGlyph: (character: string, weight: number) => boolean;
  readonly hasFontconfig: boolean;
  readonly install: (packages: readonly string[]) => Promise<void>;
};

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const headlessShell = '/usr/bin/chromium-headless-shell';
const weights = { regular: 80, bold: 200 } as const;

type Script = {
  readonly name: string;
  /** A letter that only a font for this script has. */
  readonly letter: string;
  /** Debian's package with fonts for it. */
  readonly package: string;
  readonly faces: readonly (keyof typeof weights)[];
};

const script = (name: string, letter: string, from = 'fonts-noto-core'): Script => ({
  name,
  letter,
  package: from,
  faces: ['regular', 'bold'],
});

/** The scripts of our 39 languages: without a font of theirs, screens are measured in boxes instead of letters. */
export const scripts: readonly Script[] = [
  script('Latin', 'ə'),
  script('Cyrillic', 'Ж'),
  script('Greek', 'Ω'),
  script('Arabic', 'ع'),
  script('Hebrew', 'א'),
  script('Devanagari', 'अ'),
  script('Bengali', 'অ'),
  script('Tamil', 'அ'),
  script('Sinhala', 'අ'),
  script('Thai', 'ก'),
  script('Lao', 'ກ'),
  script('Khmer', 'ក'),
  script('Burmese', 'က'),
  script('Chinese', '中', 'fonts-noto-cjk'),
  script('Japanese', 'あ', 'fonts-noto-cjk'),
  script('Korean', '한', 'fonts-noto-cjk'),
  { name: 'emoji', letter: '😀', package: 'fonts-noto-color-emoji', faces: ['regular'] },
];

type Lack = { readonly what: string; readonly packages: readonly string[] };

/**
 * Finds a Chromium that starts, its build without a window, and a font for each script of our languages, in the weights
 * screens use. Installs from the distribution what is lacking, and only that, where this user may; otherwise says what to
 * install. `CHROMIUM_PATH` names another browser. Without the build that has no window all tests run in the whole one.
 */
export async function ensureBrowser(machine: Machine = thisMachine()): Promise<Browser> {
  const before = findLacks(machine);
  const wanted = [...new Set(before.flatMap(({ packages }) => packages))];
  if (machine.mayInstall) {
    if (wanted.length > 0) await machine.install(wanted);
    // By itself: where the distribution does not have it, the others must come all the same. Both, since they must be of
    // one version.
    if (named(machine) === undefined && !machine.opensPages(headlessShell))
      await machine.install(['chromium', 'chromium-headless-shell']);
  }
  const lacks = wanted.length > 0 && machine.mayInstall ? findLacks(machine) : before;
  const path = findBrowser(machine);
  if (lacks.length > 0 || path === undefined) return { missing: describeLacks(lacks) };
  const hasShell = named(machine) === undefined && machine.opensPages(headlessShell);
  return { env: { CHROMIUM_PATH: path, ...(hasShell ? { CHROMIUM_HEADLESS_SHELL_PATH: headlessShell } : {}) } };
}

function named({ env }: Machine): string | undefined {
  const path = env['CHROMIUM_PATH'];
  return path === '' ? undefined : path;
}

function findBrowser(machine: Machine): string | undefined {
  const path = named(machine);
  return (path === undefined ? browsers : [path]).find(machine.opensPages);
}

function findLacks(machine: Machine): readonly Lack[] {
  const lacks: Lack[] = [];
  const path = named(machine);
  if (findBrowser(machine) === undefined)
    lacks.push(
      path === undefined
        ? { what: 'a Chromium that starts', packages: ['chromium'] }
        : { what: `a browser at ${path}, which CHROMIUM_PATH names`, packages: [] },
    );
  if (!machine.hasFontconfig) lacks.push({ what: 'fontconfig, which finds fonts', packages: ['fontconfig'] });
  for (const { name, letter, package: from, faces } of scripts) {
    const lacking = faces.filter((face) => !machine.hasGlyph(letter, weights[face]));
    if (lacking.length > 0) lacks.push({ what: `a ${lacking.join(' and ')} font for ${name}`, packages: [from] });
  }
  return lacks;
}

function describeLacks(lacks: readonly Lack[]): string {
  const packages = [...new Set(lacks.flatMap((lack) => lack.packages))];
  const install = packages.length === 0 ? '' : ` On Debian: apt-get install ${packages.join(' ')}`;
  return `The browser tests need ${lacks.map(({ what }) => what).join(', ')}.${install}`;
}

const startMs = 60_000;

function thisMachine(): Machine {
  const run = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { encoding: 'utf8', timeout: startMs });
  return {
    env: process.env,
    mayInstall: process.getuid?.() === 0 && run('apt-get', ['--version']).status === 0,
    opensPages: (path) => {
      const profile = mkdtempSync(join(tmpdir(), 'tern-browser-'));
      const flags = [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
      ];
      const page = 'data:text/html,<title>opened</title>';
      const { stdout } = run(path, [...flags, `--user-data-dir=${profile}`, '--dump-dom', page]);
      rmSync(profile, { recursive: true, force: true });
      return typeof stdout === 'string' && stdout.includes('opened');
    },
    hasFontconfig: run('fc-list', ['--version']).status === 0,
    hasGlyph: (character, weight) => {
      const code = character.codePointAt(0)?.toString(16) ?? '';
      const { stdout } = run('fc-list', [`:charset=${code}:weight=${weight}`, 'family']);
      return typeof stdout === 'string' && stdout.trim() !== '';
    },
    install: async (packages) => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      await runWithProgress('Reading the package lists of the system', 'apt-get', ['update'], { env });
      const args = ['install', '--yes', '--no-install-recommends', '--no-remove', ...packages];
      const installed = await runWithProgress(`Installing ${packages.join(', ')}`, 'apt-get', args, { env });
      if (installed.code !== 0) console.log(installed.output);
    },
  };
}
