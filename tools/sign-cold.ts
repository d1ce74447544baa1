/**
 * `npm run sign:cold -- FILE`: signs the text of `npm run operator -- cold-text` with the key of cold storage. For a machine
 * without a network, where no wallet can sign texts. Shows the text, and asks for the key, which it neither shows nor keeps.
 */
import { readFileSync } from 'node:fs';
import { Trx, TronWeb } from 'tronweb';
import { readArguments } from './command-line/read-arguments.ts';
import { readHidden } from './read-hidden.ts';

/** The whole text: what stands before or after it would be signed too. */
const form =
  /^reserves 1\nhouse [a-z0-9.:[\]-]+\naddress (T[1-9A-HJ-NP-Za-km-z]{33})\nnumber \d+\nday \d{4}-\d\d-\d\d\nblock \d+ [0-9a-f]{64}\nstatement [0-9a-f]{64}$/;

const usage = `Usage: npm run sign:cold -- FILE
  Signs the text in FILE, which "npm run operator -- cold-text" showed, with the key of cold storage, for which it asks.
`;

const [file = ''] = readArguments({ usage, words: [1, 1] }).positionals;
const text = readFileSync(file, 'utf8').trimEnd();
const address = form.exec(text)?.[1];
if (address !== undefined)
  process.stderr.write(`${text}\n\nThis is what you sign. Is it your house, and your address?\n`);
if (address === undefined) fail('This file does not have what “npm run operator -- cold-text” shows.');
else sign(text, address, await readHidden('Private key (64 hexadecimal digits), or recovery words: '));

function sign(text: string, address: string, given: string): void {
  const key = readKey(given.trim());
  if (key === undefined) return fail('This is neither a private key nor recovery words.');
  if (TronWeb.address.fromPrivateKey(key) !== address) return fail(`This is not the key of ${address}.`);
  process.stdout.write(`${Trx.signMessageV2(text, key)}\n`);
}

/** Recovery words stand for the first address of a Tron wallet (m/44'/195'/0'/0/0). */
function readKey(given: string): string | undefined {
  if (/^(0x)?[0-9a-f]{64}$/i.test(given)) return given.replace(/^0x/i, '').toLowerCase();
  try {
    return TronWeb.fromMnemonic(given.toLowerCase()).privateKey.replace(/^0x/, '');
  } catch {
    return undefined;
  }
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
