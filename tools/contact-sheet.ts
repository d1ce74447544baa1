import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { readArguments } from './command-line/read-arguments.ts';

// `npm run contact-sheet -- FOLDER [LOOK]`: lays the pictures of one look of every scene, which `npm run screenshots` takes, beside
// each other, each under its name: FOLDER/contact-sheet/1.png and so on.
const usage =
  'Usage: npm run contact-sheet -- [FOLDER [LOOK]]\n  Lays the pictures of one look of every scene beside each other.';
const [folder = 'test-results/screenshots', look = '390-light'] = readArguments({ usage, words: [0, 2] }).positionals;
const across = 8;
const down = 2;
const picture = { width: 260, height: 563 };
const label = 22;
const gap = 10;

const suffix = `.${look}.png`;
const names = (await readdir(folder))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
  .toSorted();
if (names.length === 0) throw new Error(`${folder} has no picture of ${look}: npm run screenshots takes them`);
const target = join(folder, 'contact-sheet');
await mkdir(target, { recursive: true });
const perSheet = across * down;
for (let first = 0; first < names.length; first += perSheet) {
  const file = join(target, `${first / perSheet + 1}.png`);
  await writeSheet(names.slice(first, first + perSheet), file);
  console.log(file);
}

async function writeSheet(shown: readonly string[], file: string): Promise<void> {
  const [wide, high] = [picture.width + gap, picture.height + label + gap];
  const parts = await Promise.all(
    shown.map(async (name, index) => {
      const [left, top] = [gap + (index % across) * wide, gap + Math.floor(index / across) * high];
      const input = await sharp(join(folder, name + suffix))
        .resize({ ...picture, fit: 'contain', position: 'top', background: 'white' })
        .toBuffer();
      return [
        { input: Buffer.from(labelOf(name)), left, top },
        { input, left, top: top + label },
      ];
    }),
  );
  await sharp({
    create: { width: gap + across * wide, height: gap + down * high, channels: 3, background: '#777' },
  })
    .composite(parts.flat())
    .png({ palette: true })
    .toFile(file);
}

function labelOf(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${label}"><text y="16" font-family="sans-serif" font-size="15" fill="white">${name}</text></svg>`;
}
