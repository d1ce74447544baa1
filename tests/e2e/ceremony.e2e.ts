import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, type Page } from '@playwright/test';
import { systemClock } from '@tern/base/clock';
import { processEnv } from '@tern/testkit/process-env';
import { createSeedAtTerminal } from '../../packages/signer/src/create-seed.ts';
import { copyist } from '../../packages/signer/src/testing/ceremony-fixture.ts';
import { cheap, receiver, usdt } from '../../packages/signer/src/testing/signer-fixture.ts';
import { ceremonyPort } from './installation.ts';
import { openDesk } from './support/console.ts';
import { test } from './support/test.ts';

// Goal: two operators enrol, decide and keep a record without a line of JSON by hand. Method: the signer's own command and
// its page in two browsers, each with a virtual security key.
const command = new URL('../../services/signer/src/command.ts', import.meta.url).pathname;

test('O01 O05 two operators enrol their keys, sign the first policy on the signer’s page, and its record verifies', async ({
  newDevice,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ceremony-'));
  mkdirSync(join(dataDir, 'secrets'));
  const passphrase = 'correct horse battery';
  writeFileSync(join(dataDir, 'secrets', 'signer-secret'), randomBytes(32).toString('base64url'), { mode: 0o600 });
  writeFileSync(join(dataDir, 'secrets', 'signer-passphrase'), passphrase, { mode: 0o600 });
  const place = { directory: join(dataDir, 'signer'), passphrase, cost: cheap };
  const hotAddress = (await createSeedAtTerminal(place, copyist(), systemClock)) ?? '';
  const env = {
    ...processEnv(),
    TERN_PROFILE: 'test',
    DATA_DIR: dataDir,
    SIGNER_SOCKET: join(dataDir, 's.sock'),
    USDT_CONTRACT: usdt,
    REWARD_CONTRACT: usdt,
  };
  const served = spawn(process.execPath, [command, 'page', '--port', ceremonyPort], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const link = await readLink(served.stdout);
    const [anna, ben] = [await openDesk(newDevice), await openDesk(newDevice)];
    await enrol(anna, link, 'Anna');
    await expect(anna.getByText(hotAddress)).toBeVisible();
    expect(new URL(anna.url()).hash).toBe('');
    // The same security key is no spare.
    await anna.getByLabel('Name of the operator').fill('Anna');
    await anna.getByRole('button', { name: 'Enrol security key' }).click();
    await expect(anna.getByRole('alert')).toContainText('enrolled already');
    await enrol(ben, link, 'Ben');
    await expect(anna.getByRole('button', { name: 'Save the record' })).toBeDisabled();
    await expect(anna.getByText('There is no record to save before the policy is in force.')).toBeVisible();

    for (const [label, value] of [
      ['USDT for one order', '1000'],
      ['USDT for 24 hours', '5000'],
      ['TRX for one order', '500'],
      ['TRX for 24 hours', '2000.5'],
      ['Cold address', receiver],
      ['Witnesses, one name on each line', 'Wanda Witness'],
    ] as const)
      await ben.getByLabel(label, { exact: true }).fill(value);
    await ben.getByRole('button', { name: 'Propose this policy' }).click();
    await expect(
      ben.getByRole('definition').filter({ hasText: '500 for one order, 2000.5 for 24 hours' }),
    ).toBeVisible();
    await ben.getByRole('button', { name: 'Sign as Ben' }).click();
    await expect(ben.getByText('1 of 2 operators have signed.')).toBeVisible();
    // Ben's key cannot answer for Anna.
    await anna.getByRole('button', { name: 'Refresh' }).click();
    for (const text of [receiver, 'Wanda Witness']) await expect(anna.locator('#pending')).toContainText(text);
    // Each key is named in the request as it was when it was enrolled.
    const enrolled = await anna.locator('#enrolled').getByRole('listitem').allTextContents();
    expect(enrolled).toHaveLength(2);
    for (const [name = '', key = ''] of enrolled.map((line) => line.split(': ')))
      await expect(
        anna.getByText(`Operator ${name}`, { exact: true }).locator('xpath=following-sibling::dd[1]'),
      ).toHaveText(key);
    await anna.getByRole('button', { name: 'Sign as Anna' }).click();
    await expect(anna.getByText('The policy is in force.')).toBeVisible();

    const [download] = await Promise.all([
      anna.waitForEvent('download'),
      anna.getByRole('button', { name: 'Save the record' }).click(),
    ]);
    const record = join(dataDir, 'record.json');
    await download.saveAs(record);
    const verified = spawnSync(process.execPath, [command, 'verify-record', record], { env: {}, encoding: 'utf8' });
    expect(verified.stdout).toContain('signed by Ben, Anna; network');
    expect(verified.stdout).toContain(`cold address: ${receiver}`);
    const changed = readFileSync(record, 'utf8').replaceAll('5000000000', '9000000000');
    writeFileSync(record, changed);
    expect(spawnSync(process.execPath, [command, 'verify-record', record], { env: {} }).status).toBe(1);

    // Anna typed no limits: her sheets show the policy in force, and nothing of the form.
    for (const [name, value] of [
      ['cold', receiver],
      ['trx-day', '2000.5'],
      ['reward-order', '0'],
      ['fee', '100'],
    ] as const)
      await expect(anna.locator(`[data-fill="${name}"]`)).toHaveText(value);
    await expect(anna.locator('#witness-lines')).toContainText('Wanda Witness');

    const sheets = (await ben.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(sheets).toHaveLength(2);
  } finally {
    served.kill('SIGTERM');
    if (served.exitCode === null) await once(served, 'exit');
    rmSync(dataDir, { recursive: true });
  }
});

async function readLink(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) if (line.startsWith('http')) return line;
  throw new Error('the command showed no link');
}

async function enrol(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name of the operator').fill(name);
  await page.getByRole('button', { name: 'Enrol security key' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: new RegExp(`^${name}: key( [0-9a-f]{4}){3}$`) }),
  ).toBeVisible();
}
