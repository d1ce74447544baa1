import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemClock } from '@tern/base/clock';
import { assetIds, type AssetId } from '@tern/money/asset';
import { backUpSigner, restoreSigner } from '@tern/signer/back-up-signer';
import {
  addOperator,
  changePolicy,
  removeOperator,
  setCold,
  setFeeLimit,
  setLimit,
  setMessages,
  setOwners,
  setStandby,
  type PolicyChange,
} from '@tern/signer/change-policy';
import { confirmFact } from '@tern/signer/confirm-fact';
import { confirmWords } from '@tern/signer/confirm-words';
import { facts } from '@tern/signer/facts';
import { markStandby } from '@tern/signer/open-seat';
import { openStore } from '@tern/signer/open-store';
import { writePolicy } from '@tern/signer/policy-document';
import { restoreWords } from '@tern/signer/restore-words';
import { resealSeedFile } from '@tern/signer/seed-file';
import { readClientSettings, readInstallation, readSeedSettings, readSettings } from '@tern/signer/settings';
import {
  certificateHolders,
  describePins,
  writeCertificates,
  type CertificateHolder,
} from '@tern/signer/write-certificates';
import { parseAddress, type TronAddress } from '@tern/tron/address';
import { openSigner, type Signer } from '@tern/tron/signer-client';
import type { Assertion } from '@tern/tron/signer-protocol';
import { createSeed } from './create-seed.ts';
import { sayRecord, writeRecord } from './records.ts';
import { runKeyService } from './run-key-service.ts';
import { readPort, runPage } from './run-page.ts';
import { toPrintable } from './to-printable.ts';

const usage = `Usage: npm run signer -- <command>
With the signer stopped, on its own machine:
  create-seed                          makes the seed: shows its 24 recovery words at this terminal, once, and asks for them
  confirm-words                        reads the 24 recovery words, compares them with the seed, deletes the file that
                                       earlier versions wrote them to
  restore-words                        reads the 24 recovery words and restores the sealed seed on an empty machine
  reseal                               reads a new passphrase and seals the seed under it; "npm run production -- rotate
                                       signer-passphrase" does this and replaces the file of the passphrase too
  confirm-outflows                     confirms that you looked up every open payout of a lost store on the chain
  policy                               shows the policy in force
  set-limit ASSET PER-ORDER PER-DAY    the most usdt, trx or reward signed without operators, in whole coins
  set-fee-limit TRX                    the most TRX that one token transfer may burn for energy
  set-cold ADDRESS                     the address of cold storage
  set-owners NUMBER ADDRESS…           who owns the hot wallet and the fee account on chain once they are restricted:
                                       NUMBER of these keys together; keep the keys elsewhere
  set-messages PER-ADDRESS PER-DAY     how many texts for sites the deposit addresses sign in 24 hours: one of them, and all together.
                                       "set-messages off": none
  set-standby required|off             whether the signer waits for its standby (SIGNER_STANDBY) before a signature leaves. "off": it goes on alone
  stand-by DIR                         makes this machine the standby of the signer whose backup is in DIR
  messages ADDRESS                     lists every text that a deposit address has signed
  add-operator NAME                    for a key that another page than "page" enrolled. Reads a WebAuthn credential: JSON with credentialId, algorithm (ES256 or EdDSA),
                                       publicKey (SubjectPublicKeyInfo, base64url), rpId, origin
  remove-operator NAME                 removes every key of that name
  restore DIR                          restores the store and the sealed seed from a backup; the signer then starts in quarantine.
                                       With SIGNER_KEY_SERVICE, the store alone
  record FILE                          writes the record of all policies and of who signed them; nothing in it is secret
On the machine of the keys, where SIGNER_KEY_SERVICE of the signer names the socket:
  serve-keys SOCKET                    opens the sealed seed of this DATA_DIR and signs for a signer of another process, until Ctrl-C
With the signer running or stopped:
  page [--port PORT]                   serves the page to this machine, until Ctrl-C: operators enrol security keys, decide on the
                                       first policy, and approve requests. While the signer runs, it only approves
  back-up DIR                          copies the store and the sealed seed; keep the passphrase elsewhere. With SIGNER_KEY_SERVICE,
                                       the store alone: run it as the user of the key service too
With the signer running:
  take-over [--lacks-no-order]         has a standby sign in place of the other signer, once two operators have approved it. It begins in
                                       quarantine, unless the operators know that the other signed nothing without it
  approvals                            lists what waits for operators: each challenge and what it approves
  approve CHALLENGE                    reads an operator's assertion: JSON with credentialId, authenticatorData,
                                       clientDataJson, signature, each in base64url
On any machine, without settings:
  make-certificates DIR [HOLDER…]      makes a key and a certificate in DIR for each of signer, worker and operator, or for those you
                                       name, and prints the settings by which the others know them. It overwrites nothing
  verify-record FILE                   verifies every signature in a record, without any connection. Whether a later version exists,
                                       the file cannot say
The commands read words and keys only from standard input, never from the command line, where others could read them. Once two
operators are enrolled, a change of the policy needs the approval of two.
`;

type Run = (args: readonly string[]) => Promise<number> | number;

const commands: Readonly<Record<string, Run>> = {
  'create-seed': createSeed,
  page: ([option = '', port = '']) => runPage(readClientSettings(process.env), readPort(option, port)),
  'serve-keys': ([socketPath = '']) => runKeyService(readSeedSettings(process.env), readFolder(socketPath)),
  'make-certificates': ([folder = '', ...holders]) => {
    const pins = writeCertificates(
      readFolder(folder),
      holders.length === 0 ? certificateHolders : holders.map(readHolder),
      systemClock,
    );
    return say(describePins(pins).join('\n'));
  },
  record: ([file = '']) => writeRecord(readInstallation(process.env).directory, readFolder(file)),
  'verify-record': ([file = '']) => sayRecord(readFolder(file)),
  'confirm-words': async () => {
    const right = confirmWords(readSeedSettings(process.env), await readInput('the 24 words'), systemClock);
    return sayWhetherRight(right);
  },
  'restore-words': async () =>
    sayWhetherRight(restoreWords(readSeedSettings(process.env), await readInput('the 24 words'))),
  reseal: async () => {
    const settings = readSeedSettings(process.env);
    const passphrase = (await readInput('the new passphrase')).trim();
    if (passphrase.length < 12) throw new Error('A passphrase has at least 12 characters.');
    return say(`The seed: ${resealSeedFile(settings, passphrase)}.`);
  },
  'confirm-outflows': () => {
    confirmFact(readSettings(process.env), facts.outflowsConfirmed, systemClock);
    return say('Confirmed. The signer signs again from its next start.');
  },
  policy: () => withStore((store) => say(writePolicy(store.getPolicy().document))),
  'set-limit': ([asset = '', perOrder = '', perDay = '']) => change(setLimit(readAsset(asset), perOrder, perDay)),
  'set-fee-limit': ([amount = '']) => change(setFeeLimit(amount)),
  'set-cold': ([address = '']) => change(setCold(address)),
  'set-owners': ([threshold = '', ...addresses]) => change(setOwners(threshold, addresses)),
  'set-messages': ([perAddress = '', perDay = '']) => change(setMessages(perAddress, perDay)),
  'set-standby': ([text = '']) => change(setStandby(text)),
  messages: ([address = '']) =>
    withStore((store) => say(JSON.stringify(store.listMessages(readAddress(address)), null, 2))),
  'add-operator': async ([name = '']) => change(addOperator(name, await readInput('the credential'))),
  'remove-operator': ([name = '']) => change(removeOperator(name)),
  'back-up': async ([folder = '']) => {
    await backUpSigner(readInstallation(process.env), readFolder(folder), () => connect().writeCopy());
    return say(`Copied to ${folder}.`);
  },
  restore: ([folder = '']) => {
    const aside = restoreSigner(readInstallation(process.env), readFolder(folder), systemClock);
    return say(
      `Restored.${aside === undefined ? '' : ` The earlier files are in ${aside}.`} The signer starts in quarantine and signs ` +
        'nothing until its outflows have been read back from the chain.',
    );
  },
  'stand-by': ([folder = '']) => {
    const installation = readInstallation(process.env);
    restoreSigner(installation, readFolder(folder), systemClock, () =>
      markStandby(installation.directory, systemClock.now()),
    );
    return say('This signer stands by from its next start. It signs nothing until two operators have taken over.');
  },
  'take-over': async ([option = '']) => {
    if (option !== '' && option !== '--lacks-no-order') throw new Error('The only option is --lacks-no-order.');
    const { epoch, state, challenge } = await connect().takeOver({ complete: option !== '' });
    return say(
      state === 'taken-over'
        ? `This signer signs, in epoch ${epoch}.`
        : `Two operators have to approve epoch ${epoch}: run "npm run signer -- page". The challenge is ${challenge ?? ''}.`,
    );
  },
  approvals: async () => say(JSON.stringify(await connect().listApprovals(), null, 2)),
  approve: async ([challenge = '']) => {
    const assertion = JSON.parse(await readInput('the assertion')) as Assertion;
    const { given, needed } = await connect().approve({ ...assertion, challenge });
    return say(`Approved by ${given} of ${needed} operators.`);
  },
};

/** No other command has an option. */
const options: Readonly<Record<string, string>> = { page: '--port', 'take-over': '--lacks-no-order' };

/** A challenge may begin with a hyphen too, but is longer and has other characters. */
const optionForm = /^--?[a-z][a-z-]{0,30}$/;

const given = process.argv.slice(2);
const [name = '', ...args] = given;
try {
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const asksForHelp = given.includes('--help');
  const unknown = given.find((arg) => optionForm.test(arg) && arg !== options[name]);
  if (asksForHelp || (run === undefined && unknown === undefined)) {
    process.stdout.write(usage);
    process.exitCode = asksForHelp ? 0 : 2;
  } else if (run === undefined || unknown !== undefined) {
    process.stderr.write(`There is no option “${unknown}” here.\n${usage}`);
    process.exitCode = 2;
  } else process.exitCode = await run(args);
} catch (error) {
  // A message may repeat what a file says, such as a record of unknown origin.
  process.stderr.write(`${toPrintable(error instanceof Error ? error.message : 'failed')}\n`);
  process.exitCode = 1;
}

function change(how: PolicyChange): number {
  return withStore((store) => {
    const outcome = changePolicy({ clock: systemClock, store }, how);
    return say(
      outcome === 'in force'
        ? 'This takes effect at the next start.'
        : 'This waits for two operators: start the signer, then run "npm run signer -- approvals".',
    );
  });
}

function withStore(use: (store: ReturnType<typeof openStore>) => number): number {
  const store = openStore(readInstallation(process.env).directory);
  try {
    return use(store);
  } finally {
    store.close();
  }
}

function connect(): Signer {
  const { place, secret } = readClientSettings(process.env);
  return openSigner({ ...place, secret, clock: systemClock, timeoutMs: 10_000 });
}

function readFolder(text: string): string {
  if (text === '') throw new Error('Name a folder.');
  return resolve(text);
}

function readAddress(text: string): TronAddress {
  const parsed = parseAddress(text);
  if ('fault' in parsed) throw new Error(`${text} is not a Tron address`);
  return parsed.address;
}

function readHolder(text: string): CertificateHolder {
  const holder = certificateHolders.find((each) => each === text);
  if (holder === undefined) throw new Error(`${text} is not one of ${certificateHolders.join(', ')}`);
  return holder;
}

function readAsset(text: string): AssetId {
  const assetId = assetIds.find((id) => id === text);
  if (assetId === undefined) throw new Error(`${text} is not one of ${assetIds.join(', ')}`);
  return assetId;
}

function sayWhetherRight(right: boolean): number {
  say(right ? 'The words are right.' : 'These are not the right words. Nothing was changed.');
  return right ? 0 : 1;
}

function say(line: string): number {
  process.stdout.write(`${line}\n`);
  return 0;
}

function readInput(what: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`Type ${what}, then Enter and Ctrl-D:\n`);
  return text(process.stdin);
}
