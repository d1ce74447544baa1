import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

// Goal: nobody who asks a command for help, or mistypes an option, makes it do something. Method: every script of package.json
// is run with each, as npm runs it; afterwards there is no folder of that name, and nothing in the data folder.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** With an effect on an installation or on files: they explain themselves. A command with commands of its own, each of them. */
const explained: Readonly<Record<string, readonly string[]>> = {
  start: [''],
  dev: [''],
  build: [''],
  migrate: [''],
  process: ['', 'api', 'console', 'worker', 'signer'],
  backup: ['', 'DIR'],
  restore: ['', 'DIR'],
  'find-lost': [''],
  operator: ['', 'stuck', 'invite-first', 'custodian', 'break-glass'],
  production: ['', 'generate', 'rotate'],
  signer: [
    ...['', 'create-seed', 'confirm-words', 'restore-words', 'reseal', 'confirm-outflows', 'set-limit', 'add-operator'],
    ...['remove-operator', 'restore', 'stand-by', 'record', 'serve-keys', 'back-up', 'page', 'take-over', 'approve'],
    'make-certificates',
  ],
  'sign:cold': ['', 'FILE'],
  format: [''],
  font: [''],
  picture: [''],
  'readme-pictures': [''],
  'contact-sheet': [''],
  'keep-release': [''],
  coverage: [''],
  defects: [''],
  'sensitive-actions': [''],
  'generate:env': [''],
  'generate:db-types': [''],
};

/** For developers and for reading. */
const refusing = [
  ...['test', 'check', 'bench', 'locales', 'outside', 'campaign', 'simulate', 'images', 'cluster', 'restore-drill'],
  ...[
    'upgrade',
    'conformance',
    'mutate-sql',
    'verify:build',
    'verify:distribution',
    'verify:record',
    'verify:reserves',
  ],
];

/** They hand their options on to Playwright, which explains and refuses them. */
const playwright = ['e2e', 'screenshots', 'web-performance'];

const home = mkdtempSync(join(tmpdir(), 'commands-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

async function run(script: string, args: readonly string[]): Promise<Ended> {
  const dataDir = mkdtempSync(join(home, 'data-'));
  // With `exec`, the shell that npm starts gives its place to the command.
  const [, ...words] = (scripts[script] ?? '').replace(/^exec /, '').split(' ');
  const child = spawn(process.execPath, [...words, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, TERN_PROFILE: 'development' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  expect(readdirSync(dataDir)).toEqual([]);
  for (const name of [...args, 'DIR', 'FILE']) expect(existsSync(join(root, name)), name).toBe(false);
  return { code, ...said };
}

const wordsOf = (command: string): string[] => (command === '' ? [] : [command]);
const cases = Object.entries(explained).flatMap(([script, commands]) =>
  commands.map((command) => [script, command] as const),
);

test('every script of package.json is in one of the tables', () => {
  expect([...Object.keys(explained), ...refusing, ...playwright].toSorted()).toEqual(Object.keys(scripts).toSorted());
});

describe.concurrent('asked for help', () => {
  test.each([...cases, ...refusing.map((script) => [script, ''] as const)])(
    'npm run %s -- %s explains itself and does nothing else',
    async (script, command) => {
      const { code, stdout } = await run(script, [...wordsOf(command), '--help']);
      expect(stdout).toMatch(/npm (run )?[a-z]/);
      expect(code).toBe(0);
    },
  );
});

describe.concurrent('with an option that it does not know', () => {
  test.each([...cases, ...refusing.map((script) => [script, ''] as const)])(
    'npm run %s -- %s is refused before anything happens',
    async (script, command) => {
      const { code, stderr, stdout } = await run(script, [...wordsOf(command), '--no-such-option']);
      expect([1, 2]).toContain(code);
      // Which one is wrong: a usage alone may also be the answer to a missing argument.
      expect(`${stderr}${stdout}`).toMatch(script in explained ? /no-such-option/ : /no-such-option|Usage/);
    },
  );
});
