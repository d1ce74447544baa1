import { expect, test } from 'vitest';
import { plantedCopy } from './planted-copy.ts';
import { tidyGate } from './tidy.ts';

// Goal and method as in gates.test.ts: the gate is shown, in a copy of the repository, what it exists for, and has to name all of it.
const { findings, changed } = plantedCopy();

test('tidy names banned words, machine paths, secrets, foreign time, the product name, long files and dead links', async () => {
  const planted = await findings(tidyGate, {
    'packages/server/src/money/planted/planted.ts': [
      '// TODO later',
      "const dir = '/root/somewhere/';",
      'const at = Date.now();',
      "const title = 'Welcome to Tern';",
      'const rate = parseFloat(text);',
      "const url = process.env['SOMETHING'];",
      '// @ts-ignore',
      `const key = '-----BEGIN PRIVATE KEY-----';`,
      `const db = 'postgres://owner:hunter2@db/x';`,
      "await sql`SELECT notify_person(${personId}, 'account', null)`.execute(tx);",
      '',
    ].join('\n'),
    'packages/server/src/money/planted/planted.test.ts':
      "test.skip('x', () => {});\ntest.only('y', () => {});\nvi.mock('node:dns');\n",
    'packages/server/src/money/planted/long.ts': '// line\n'.repeat(401),
    'apps/web/src/shared/planted.tsx':
      'export const Title = () => <h1>Tern</h1>;\nshowToast(problemText(problem));\n<Amount text={formatBalance(units, decimals)} hidden />\n<Button onClick={() => void rows.fetchNextPage()} />\n',
    'docs/planted.md': [
      '# One\n\n# Two\n\n[gone](./nowhere.md)\n',
      'word '.repeat(25),
      '',
      // None of these can end earlier.
      `| ${'cell '.repeat(25)} |`,
      `- <https://example.org/${'a'.repeat(120)}>`,
      `1. Step\n\n   \`\`\`\n   ${'code '.repeat(25)}\n   \`\`\`\n`,
    ].join('\n'),
    'docs/decisions/0001-planted.md': '# Planted\n',
    'deploy/planted.md': '# Planted\n\n[gone](./nowhere.md)\n',
  });
  for (const line of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(planted).toContain(`packages/server/src/money/planted/planted.ts:${line}: `);
  expect(planted).toContain('planted.test.ts:1: test.skip');
  expect(planted).toContain('planted.test.ts:2: test.only');
  expect(planted).toContain('planted.test.ts:3: vi.mock(');
  expect(planted).toContain('long.ts: 401 lines');
  expect(planted).toContain('apps/web/src/shared/planted.tsx:1: Tern');
  expect(planted).toContain('apps/web/src/shared/planted.tsx:2: showToast(problemText');
  expect(planted).toContain('apps/web/src/shared/planted.tsx:3: <Amount text={formatBalance(');
  expect(planted).toContain('apps/web/src/shared/planted.tsx:4: fetchNextPage: ');
  expect(planted).toMatch(/docs\/decisions\/0001-[a-z-]+\.md: the number 0001 is taken/);
  expect(planted).toContain('docs/decisions/0001-planted.md: the title does not begin with its number');
  expect(planted).toContain('docs/decisions/0001-planted.md: no status');
  expect(planted).toContain('docs/planted.md: 2 titles');
  expect(planted).toContain('docs/planted.md: the link to ./nowhere.md leads nowhere');
  expect(planted).toContain('deploy/planted.md: the link to ./nowhere.md leads nowhere');
  expect(planted).toContain('docs/planted.md:7: wider than 120 characters');
  expect(planted.match(/docs\/planted\.md:\d+: wider/g)).toHaveLength(1);
});

test('tidy refuses an answer that converts its fields one by one, and an exception that is none any more', async () => {
  const folder = 'packages/server/src/money/planted';
  const view = [
    'export const view = (row: Row) => ({',
    '  at: row.at.toISOString(),',
    '  ended: row.ended?.toISOString() ?? null,',
    '  amount: unitsToWire(row.amount),',
    '});',
    'export const all = (row: Row) => toWire({ at: row.at, amount: row.amount });',
    '',
  ].join('\n');
  const planted = await findings(tidyGate, {
    [`${folder}/show-planted.ts`]: view,
    'services/api/src/planted.ts': view,
    [`${folder}/planted-store.ts`]: 'await sql`UPDATE drafts SET amount = ${unitsToWire(amount)}`.execute(tx);\n',
    [`${folder}/planted.test.ts`]: view,
    'services/operator/src/planted.ts': view,
    'packages/server/src/people/push/push.ts': 'export {};\n',
  });
  const reason = 'an answer is turned into wire values once, at its end';
  for (const file of [`${folder}/show-planted.ts`, 'services/api/src/planted.ts']) {
    expect(planted).toContain(`${file}:2: .toISOString(): ${reason}`);
    expect(planted).toContain(`${file}:3: .toISOString(): ${reason}`);
    expect(planted).toContain(`${file}:4: unitsToWire(: ${reason}`);
  }
  expect(planted.split(reason)).toHaveLength(7);
  expect(planted).toContain(
    'packages/server/src/people/push/push.ts: converts no field by itself, take it out of tools/gates/wire-rules.ts',
  );
});

test('tidy refuses each retired word of the glossary where its row says, and a row whose scope does not exist', async () => {
  const rows =
    '| zork, old zorks (a thing) | frob | documents, decisions, comments, identifiers, texts |\n| qux | frob | speech |\n';
  const planted = await findings(tidyGate, {
    ...changed('docs/glossary.md', /\n$/, `\n${rows}`),
    'docs/planted.md':
      '# Planted\n\nIt shows a zork.\n\nIt names `zork` in code, a\nzork in a paragraph, and an odd\nreceipt.\n\nIt is the house’s own.\n',
    'docs/decisions/9999-planted.md': '# 9999 Planted\n\nStatus: accepted.\n\nOld zorks are kept.\n',
    'apps/web/src/locales/en/planted.po':
      '#: src/zork.tsx\nmsgid "Take the zork away"\nmsgstr "Take the zork away"\n\nmsgid "Handed in"\nmsgstr "Handed in"\n',
    ...changed('packages/locales/messages/en.json', /\n}/, ',\n  "zork.subject": "A zork arrived"\n}'),
    'packages/base/src/zork/planted.ts':
      "// A zork.\nexport const oldZorks = 'zork';\nact(); // zork\nexport const zorkish = 1;\n",
  });
  expect(planted).toContain('docs/planted.md:3: zork: say frob (docs/glossary.md)');
  expect(planted).toContain('docs/planted.md:6: zork: ');
  expect(planted).toContain('docs/planted.md:6: odd receipt: say unexpected receipt');
  expect(planted).toContain("docs/planted.md:9: the house's own: say customer liabilities");
  expect(planted).toContain('docs/decisions/9999-planted.md:5: Old zorks: ');
  for (const line of [1, 2, 3]) expect(planted).toContain(`packages/base/src/zork/planted.ts:${line}: `);
  expect(planted).not.toContain('packages/base/src/zork/planted.ts:4: ');
  expect(planted).toContain('apps/web/src/locales/en/planted.po:2: zork: ');
  expect(planted).toContain('apps/web/src/locales/en/planted.po:5: Handed in: say submit');
  expect(planted.match(/planted\.po:/g)).toHaveLength(2);
  expect(planted).toMatch(/messages\/en\.json:\d+: zork: /);
  expect(planted.match(/en\.json:/g)).toHaveLength(1);
  expect(planted).toContain('docs/glossary.md: qux is refused in speech, which is no scope');
  expect(planted.match(/docs\/planted\.md:/g)).toHaveLength(4);
});
