import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { stopLeftovers } from '@tern/installation/leftovers';
import { runFileOf, type Installation } from '@tern/installation/processes';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';

const leftoverGraceMs = 10_000;

/**
 * Deletes everything under the data folder after the person has typed the word; `confirmed` skips the question.
 * Throws in production, without a terminal to ask on, and on any other answer.
 */
export async function resetInstallation(installation: Installation, confirmed: boolean): Promise<void> {
  const { config, dataDir } = installation;
  if (config.ternProfile === 'production') throw new Error('--reset is refused in the production profile.');
  if (!confirmed) await confirmReset(dataDir);
  await stopLeftovers(runFileOf(installation), leftoverGraceMs);
  const databaseDir = join(dataDir, 'database');
  if (existsSync(databaseDir)) {
    const database = await startLocalPostgres({ dataDir: databaseDir });
    await database.destroy();
  }
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true });
}

async function confirmReset(dataDir: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error('--reset needs a confirmation, and there is no terminal. Add --yes to confirm.');
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`Delete all people, balances, keys and blocks in ${dataDir}? Type delete: `);
  prompt.close();
  if (answer.trim() !== 'delete') throw new Error('Nothing was deleted.');
}
