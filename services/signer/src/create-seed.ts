import { systemClock } from '@tern/base/clock';
import { createSeedAtTerminal } from '@tern/signer/create-seed';
import { readSeedSettings } from '@tern/signer/settings';
import { openTerminal } from './open-terminal.ts';

/** Makes the seed at the terminal. Standard output says the address alone. */
export async function createSeed(): Promise<number> {
  const settings = readSeedSettings(process.env);
  const terminal = openTerminal();
  try {
    const hotAddress = await createSeedAtTerminal(settings, terminal, systemClock);
    if (hotAddress === undefined) {
      process.stderr.write('A word was wrong three times. Nothing was kept: destroy the paper and begin again.\n');
      return 1;
    }
    process.stdout.write(`The seed is sealed. Hot wallet: ${hotAddress}\nContinue with "npm run signer -- page".\n`);
    return 0;
  } finally {
    terminal.close();
  }
}
