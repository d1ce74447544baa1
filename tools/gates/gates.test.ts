import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundariesGate } from './boundaries.ts';
import { budgetsGate } from './budgets.ts';
import { catalogueGate } from './catalogue.ts';
import { formatGate } from './format.ts';
import { functionsGate } from './functions.ts';
import { lintGate } from './lint.ts';
import { localesGate } from './locales.ts';
import { longFunctions } from './long-functions.ts';
import { packagesGate } from './packages.ts';
import { plantedCopy } from './planted-copy.ts';
import { copyRepository, type RepositoryCopy } from './repository-copy.ts';
import { typesGate } from './types.ts';
import { unusedGate } from './unused.ts';

// Goal: a gate that passes while it looks at nothing is worse than none. Method: each one is shown, in a copy of the
// repository, violations it exists for, and has to name every one of them.
const { repository, findings, changed } = plantedCopy();

test('format names a file that is not formatted', async () => {
  expect(await findings(formatGate, { 'packages/base/src/planted.ts': 'export const  a = "x"\n' })).toContain(
    'packages/base/src/planted.ts',
  );
});

describe('without the rest of the repository', () => {
  // Both read every file there is: a few of each kind show as much, in a tenth of the time.
  const kinds = [
    'packages/base',
    'packages/money',
    'packages/server',
    'packages/ui',
    'services/api',
    'apps/web',
    'apps/console',
  ];
  const folders = [...kinds, 'tests/flows', 'tools/gates'];
  let few: RepositoryCopy;
  beforeAll(() => {
    few = copyRepository(
      repository,
      folders.map((folder) => (/base|money/.test(folder) ? folder : `${folder}/package.json`)),
    );
  });
  afterAll(() => few.remove());
  const plantedIn = (folder: string): string =>
    `${folder}${/^(?:packages|services|apps)/.test(folder) ? '/src' : ''}/planted.ts`;

  test('lint names a floating promise, an any, a forgotten case and a default export, wherever they are', async () => {
    const text = `
type Colour = 'red' | 'green';
async function act(): Promise<void> {}
export function plant(colour: Colour, anything: any): number {
  act();
  switch (colour) {
    case 'red':
      return 1;
  }
  return anything as number;
}
export default plant;
`;
    const planted = (
      await few.withFiles(Object.fromEntries(folders.map((folder) => [plantedIn(folder), text])), () =>
        lintGate.run(few.root),
      )
    ).filter((line) => line.includes('planted.ts'));
    for (const rule of [
      'no-floating-promises',
      'no-explicit-any',
      'switch-exhaustiveness-check',
      'no-default-export',
    ]) {
      const named = planted.filter((line) => line.includes(rule));
      expect(folders.filter((folder) => !named.some((line) => line.includes(plantedIn(folder))))).toEqual([]);
    }
  });

  test('types names a bare bigint taken for an amount, in server and in web code', async () => {
    const text = `import { zero, type Units } from '@tern/money/units';\nexport const planted: Units = zero + 1n;\n`;
    const files = Object.fromEntries(folders.map((folder) => [plantedIn(folder), text]));
    const planted = (await few.withFiles(files, () => typesGate.run(few.root))).join('\n');
    for (const folder of folders) expect(planted).toContain(`${plantedIn(folder)}(2,14): error TS2322`);
  });
});

describe('boundaries', () => {
  const violations: readonly [rule: string, files: Readonly<Record<string, string>>][] = [
    [
      'only-declared-directions-ledger',
      {
        'packages/ledger/src/planted.ts': `import '../../tron/src/planted.ts';\n`,
        'packages/tron/src/planted.ts': 'export {};\n',
      },
    ],
    [
      'only-declared-directions-tron',
      {
        'packages/tron/src/planted.ts': `import '../../db/src/planted.ts';\n`,
        'packages/db/src/planted.ts': 'export {};\n',
      },
    ],
    [
      'only-declared-directions-services-api',
      {
        'services/api/src/planted.ts': `import '../../worker/src/planted.ts';\n`,
        'services/worker/src/planted.ts': 'export {};\n',
      },
    ],
    [
      'only-declared-directions-apps-web',
      {
        'apps/web/src/shared/planted.tsx': `import { assert } from '@tern/base/assert';\nexport const Planted = () => <b>{String(assert)}</b>;\n`,
      },
    ],
    [
      'only-declared-directions-apps-console',
      {
        'apps/console/src/shared/planted.ts': `import '../../../web/src/shared/planted.ts';\n`,
        'apps/web/src/shared/planted.ts': 'export {};\n',
      },
    ],
    [
      'keys-only-in-the-signer',
      {
        'services/worker/src/planted.ts': `await import('../../../packages/vault/src/planted.ts');\n`,
        'packages/vault/src/planted.ts': 'export {};\n',
      },
    ],
    [
      'slices-through-public',
      {
        'packages/server/src/money/planted-one/act.ts': `import type { Row } from '../planted-two/two-store.ts';\nexport type Mine = Row;\n`,
        'packages/server/src/money/planted-two/two-store.ts': 'export type Row = string;\n',
      },
    ],
    ...(['platform', 'chain', 'people', 'money', 'house'] as const).map(
      (street, index): [string, Record<string, string>] => {
        const above = ['chain', 'people', 'money', 'house', 'console'][index];
        return [
          `streets-upward-${street}`,
          {
            [`packages/server/src/${street}/planted/planted.ts`]: `import type { Row } from '../../${above}/planted/public.ts';\nexport type Mine = Row;\n`,
            [`packages/server/src/${above}/planted/public.ts`]: 'export type Row = string;\n',
          },
        ];
      },
    ),
    [
      'browser-sees-browser-entry',
      {
        'apps/web/src/shared/planted.ts': `import '../../../../packages/tron/src/planted.ts';\n`,
        'packages/tron/src/planted.ts': 'export {};\n',
      },
    ],
    [
      'web-shared-is-the-floor',
      {
        'apps/web/src/shared/planted.ts': `import '../features/money/planted/planted.ts';\n`,
        'apps/web/src/features/money/planted/planted.ts': 'export {};\n',
      },
    ],
    [
      'web-features-apart',
      {
        'apps/web/src/features/money/planted/planted.ts': `import.meta.glob('../other/planted*.ts');\n`,
        'apps/web/src/features/money/other/planted.ts': 'export {};\n',
      },
    ],
    [
      'web-texts-at-hand',
      {
        'apps/web/src/features/money/planted/planted.ts': `import '../../../shared/my+records/planted.ts';\n`,
        'apps/web/src/shared/my+records/planted.ts': 'export {};\n',
      },
    ],
    [
      'console-features-apart',
      {
        'apps/console/src/features/planted/planted.ts': `import '../other/planted.ts';\n`,
        'apps/console/src/features/other/planted.ts': 'export {};\n',
      },
    ],
    [
      'testkit-for-tests',
      {
        'packages/server/src/money/planted/planted.ts': `import '../../../../testkit/src/planted.ts';\n`,
        'packages/testkit/src/planted.ts': 'export {};\n',
      },
    ],
    [
      'no-cycles',
      {
        'packages/money/src/planted-a.ts': `import type { B } from './planted-b.ts';\nexport type A = B | 1;\n`,
        'packages/money/src/planted-b.ts': `import type { A } from './planted-a.ts';\nexport type B = A[];\n`,
      },
    ],
    ['resolvable', { 'packages/base/src/planted.ts': `import './nowhere.ts';\n` }],
  ];

  test('names every planted violation of every rule', async () => {
    const files = Object.assign(
      {},
      ...(violations.map(([rule, plants]) => rename(rule, plants)) as object[]),
    ) as Record<string, string>;
    const planted = await findings(boundariesGate, files);
    for (const [rule] of violations) expect(planted).toMatch(new RegExp(`planted.*: ${rule}\\.`));
  });

  test('fails when it finds no sources', async () => {
    expect((await boundariesGate.run(`${repository}docs`)).join()).toContain('only 0 imports found in 0 files');
  });

  // Several rules plant in the same folder; each keeps its own file names.
  function rename(rule: string, plants: Readonly<Record<string, string>>): Record<string, string> {
    const own = (text: string): string => text.replaceAll(/planted(?=[-\w]*\.tsx?)/g, `planted-${rule}`);
    return Object.fromEntries(Object.entries(plants).map(([file, text]) => [own(file), own(text)]));
  }
});

test('unused names a file, an export and a dependency nobody uses, and one that is not declared', async () => {
  const planted = await findings(unusedGate, {
    'packages/base/src/planted.ts': `export const alone = 1;\n`,
    ...changed('packages/money/src/units.ts', /$/, `import 'zod';\nexport const plantedExport = 1;\n`),
    ...changed('packages/config/package.json', '"zod":', '"pg": "8.23.1",\n    "zod":'),
  });
  expect(planted).toContain('packages/base/src/planted.ts');
  expect(planted).toContain('plantedExport');
  expect(planted).toMatch(/Unlisted dependencies[\s\S]*zod +packages\/money/);
  expect(planted).toMatch(/pg +packages\/config\/package.json/);
});

test('catalogue names a code without message, route and cause', async () => {
  const planted = await findings(
    catalogueGate,
    changed(
      'packages/contracts/src/problems/development.ts',
      'export const developmentProblems = {',
      `export const developmentProblems = {\n  PLANTED: { status: 400, title: 'Planted', retryable: false, severity: 'expected' },`,
    ),
  );
  expect(planted).toContain('PLANTED: no app has a message for it');
  expect(planted).toContain('PLANTED: no route declares it');
  expect(planted).toContain('PLANTED: nothing raises it');
});

test('catalogue names a code of the service API that its page does not say', async () => {
  const planted = await findings(
    catalogueGate,
    changed('docs/service-api.md', '| `SERVICE_KEY_REFUSED` |', '| `SOMETHING_ELSE` |'),
  );
  expect(planted).toContain('SERVICE_KEY_REFUSED: not on docs/service-api.md');
});

describe('locales', () => {
  const text = (english: string, chinese: string): string =>
    `\nmsgid ${JSON.stringify(english)}\nmsgstr ${JSON.stringify(chinese)}\n`;

  test('W17 H04 names lost and foreign placeholders, wrong plurals, markup, copies of English and calls to pay first', async () => {
    const planted = await findings(localesGate, {
      ...changed(
        'apps/web/src/locales/zh-Hans/entry.po',
        /$/,
        [
          text('Planted {one}', '种下'),
          text('Planted two', '种下 {two}'),
          text('Planted <0>three</0>', '种下 <0>三'),
          text('Planted four', '<b>种下</b>'),
          text('{n, plural, one {# planted} other {# planted}}', '{n, plural, one {# 种下} other {# 种下}}'),
          text('Planted five', 'Planted five'),
          text('Planted six', '请先充值 100 TRX，才能提现。'),
          text('Planted seven', '\u202e种下'),
          text('Planted 8', '种下'),
        ].join(''),
      ),
    });
    expect(planted).toContain('zh-Hans: "Planted {one}": {one} is missing');
    expect(planted).toContain('zh-Hans: "Planted two": {two} is not in the source');
    expect(planted).toContain('zh-Hans: "Planted <0>three</0>": <0> never closed');
    expect(planted).toContain('zh-Hans: "Planted four": <b> is no numbered piece');
    expect(planted).toContain('{n}: zh-Hans knows no "one"');
    expect(planted).toContain('zh-Hans: "Planted five": is the English text');
    expect(planted).toContain('zh-Hans: "Planted six": asks for a payment first (H04)');
    expect(planted).toContain('zh-Hans: "Planted seven": a control character');
    expect(planted).toContain('zh-Hans: "Planted 8": the number 8 is missing');
  });

  test('names a locale that is offered and not complete, and one without forbidden words and glossary', async () => {
    const added = Array.from({ length: 200 }, (_, index) => text(`Planted ${index}`, `Planted ${index}`)).join('');
    const planted = await findings(localesGate, {
      ...changed('apps/web/src/locales/en/entry.po', /$/, added),
      ...changed('packages/locales/glossary/forbidden.json', '"sw": {', '"planted": {'),
      ...changed('packages/locales/glossary/terms.json', '"sw": ', '"planted": '),
    });
    expect(planted).toMatch(/^ja is offered, but misses 200 texts/m);
    expect(planted).toContain('sw: no forbidden words (H04)');
    expect(planted).toContain('sw: the glossary has no word for "wallet"');
  });
});

test('functions names one that is too long, one that grew, one that became shorter, and one that is no longer there', async () => {
  const lines = (count: number): string => '  act();\n'.repeat(count);
  const planted = await findings(functionsGate, {
    'packages/base/src/planted.ts': `export function plant(act: () => void): void {\n${lines(69)}}\n`,
    'packages/base/src/planted.test.ts': `export function story(act: () => void): void {\n${lines(69)}}\n`,
    ...changed('services/api/src/compose.ts', 'const { config, log } = input;', 'const { config, log } = input;\n'),
    ...changed('packages/signer/src/open-store.ts', /^(export function openStore.*\n)(?:.*\n){2}/m, '$1'),
    ...changed('services/api/src/router.ts', 'function buildRouter', 'function buildAnother'),
  });
  expect(planted).toContain('packages/base/src/planted.ts:1: packages/base planted.ts plant: 71 lines, at most 70');
  expect(planted).toMatch(/services\/api compose\.ts compose: grew from 72 to 73 lines/);
  expect(planted).toMatch(/packages\/signer open-store\.ts openStore: has become shorter, write 92 into/);
  expect(planted).toMatch(/services\/api router\.ts buildAnother: 130 lines, at most 70/);
  expect(planted).toContain('services/api router.ts buildRouter: keeps to the limit or is gone');
  expect(planted).not.toContain('story');
});

test('functions gives a reason for every exception', () => {
  expect(longFunctions.filter(({ reason }) => reason.length < 20)).toEqual([]);
});

test('X01 packages names ranges, double versions, wildcard exports, install scripts and foreign sources', async () => {
  const planted = await findings(packagesGate, {
    ...changed('packages/contracts/package.json', '"zod": "', '"zod": "^'),
    ...changed('packages/base/package.json', '"exports": {', '"exports": {\n    "./*": "./src/*.ts",'),
    ...changed(
      'package-lock.json',
      '"packages": {',
      '"packages": {\n    "node_modules/planted": { "version": "1.0.0", "resolved": "https://packages.example/planted.tgz", "hasInstallScript": true },',
    ),
  });
  expect(planted).toMatch(/packages\/contracts\/package\.json: zod@\^\S+ is not an exact version/);
  expect(planted).toContain('zod: several versions');
  expect(planted).toContain('packages/base/package.json: exports "./*"');
  expect(planted).toContain('planted has an install script');
  expect(planted).toContain('planted is taken from packages.example');
});

test('budgets names a login page, styles and texts that have grown too heavy', async () => {
  const noise = randomBytes(30_000).toString('base64');
  const rules = Array.from({ length: 1500 }, (_, index) => `.p${index}{inset:${randomInt(1e9)}px}`).join('\n');
  const planted = await findings(budgetsGate, {
    // Two languages show as much as all of them, in half the time of a build.
    'packages/locales/src/offered.ts': `export const offered: readonly string[] = ['en', 'de'];\n`,
    'apps/web/src/features/entry/login/planted.ts': `export const planted = '${noise}';\n`,
    ...changed(
      'apps/web/src/features/entry/login/login-page.tsx',
      '<ProductName />',
      '<ProductName />{planted}',
      `import { planted } from './planted.ts';\n`,
    ),
    ...changed('apps/web/src/app/app.css', /$/, rules),
    ...changed('apps/web/src/locales/en/entry.po', /$/, `\nmsgid "planted"\nmsgstr "${noise}"\n`),
  });
  expect(planted).toContain('scripts of the login page: ');
  expect(planted).toContain('own scripts of src/features/entry/login/login-page.tsx: ');
  expect(planted).toContain('styles: ');
  expect(planted).toContain('texts of en: ');
});
