import type { Clock } from '@tern/base/clock';
import { createSeed, wordsOfSeed } from '@tern/vault/seed';
import { bindSeed } from './bind-seed.ts';
import { facts } from './facts.ts';
import { openStore } from './open-store.ts';
import { hasSeed, hotAddressOf, writeSeedFile, type SeedPlace } from './seed-file.ts';

/** The terminal of the signer's machine. What it showed is gone once it is cleared. */
export type Terminal = {
  readonly show: (lines: readonly string[]) => void;
  readonly clear: () => void;
  /** One line, typed by a person. */
  readonly ask: (question: string) => Promise<string>;
};

/** How often one word may be typed before nothing is kept. */
const triesMax = 3;

/**
 * Makes the seed of an installation for real money. Its 24 words are shown once, cleared, and asked for one by one; the
 * seed is sealed and kept only after all of them were right, so words that nobody wrote down belong to no seed. Returns
 * the hot wallet's address, or undefined where a word stayed wrong and nothing was kept.
 * @throws Error where this folder has, or had, a seed
 */
export async function createSeedAtTerminal(
  place: SeedPlace,
  terminal: Terminal,
  clock: Clock,
): Promise<string | undefined> {
  const { directory } = place;
  const store = openStore(directory);
  try {
    const known = store.findFact(facts.hotAddress);
    if (hasSeed(directory) || known !== undefined) throw new Error(`there is, or was, a seed in ${directory} already`);
    const seed = createSeed();
    try {
      if (!(await confirmAtTerminal(wordsOfSeed(seed).split(' '), terminal))) return undefined;
      writeSeedFile(place, seed);
      const hotAddress = hotAddressOf(seed);
      // After the seed: what is remembered of one that was not kept would be taken for the next one's.
      bindSeed(store, hotAddress, {
        [facts.seedMadeHere]: directory,
        [facts.wordsConfirmed]: clock.now().toISOString(),
      });
      return hotAddress;
    } finally {
      seed.fill(0);
    }
  } finally {
    store.close();
  }
}

async function confirmAtTerminal(words: readonly string[], terminal: Terminal): Promise<boolean> {
  try {
    terminal.show([...introduction, ...tableOf(words), '']);
    await terminal.ask('Press Enter once all 24 words are on paper. They are not shown again. ');
    terminal.clear();
    terminal.show(['Type the words from the paper, one on each line.', '']);
    for (const [at, word] of words.entries())
      if (!(await confirmWord(`Word ${String(at + 1).padStart(2)}: `, word, terminal))) return false;
    return true;
  } finally {
    terminal.clear();
  }
}

async function confirmWord(question: string, word: string, terminal: Terminal): Promise<boolean> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const typed = await terminal.ask(tries === 1 ? question : `Not this word. ${question}`);
    if (typed.trim().toLowerCase() === word) return true;
  }
  return false;
}

const introduction = [
  'The 24 recovery words of this installation. Whoever knows them owns all of its money.',
  'Write them on paper by hand, with their numbers. Take no picture, and type them into no other device.',
  '',
];

/** Four columns of six, numbered down. */
function tableOf(words: readonly string[]): readonly string[] {
  return Array.from({ length: 6 }, (_, row) =>
    [0, 6, 12, 18]
      .map((from) => `${String(row + from + 1).padStart(2)} ${(words[row + from] ?? '').padEnd(9)}`)
      .join('  '),
  );
}
