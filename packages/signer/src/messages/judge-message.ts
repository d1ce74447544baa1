import { addressToHex, type TronAddress } from '@tern/tron/address';
import { mayBeDigest, messageBytesMax } from '@tern/tron/message-digest';
import type { MessageFault } from '@tern/tron/signer-protocol';
import { findHidden } from './find-hidden.ts';
import { findMachineText } from './find-machine-text.ts';
import { listReadings } from './fold-text.ts';
import { readName, readRun } from './phrases.ts';
import { refusedPhrases } from './refused-phrases.ts';
import { unwrapText } from './unwrap-text.ts';

/** What belongs to the installation; no text names it. */
export type House = {
  /** Of the product. */
  readonly names: readonly string[];
  /** Where its wallet and its console are opened, such as `wallet.example` or `localhost:4300`. */
  readonly hosts: readonly string[];
  /** Hot wallet, fee account, cold addresses and owners, of now and of before. */
  readonly accounts: readonly TronAddress[];
};

/** Why a text is not signed; undefined where nothing in it is recognised that must not be. It never throws. */
export function judgeMessage(text: string, house: House): MessageFault | undefined {
  if (Buffer.byteLength(text) > messageBytesMax) return 'too-long';
  const hidden = findHidden(text);
  if (hidden !== undefined) return hidden;
  if (mayBeDigest(text)) return 'digest';
  const faults = unwrapText(text).map((each) => judgeWords(each, house) ?? findMachineText(each));
  return faults.find((fault) => fault !== undefined);
}

function judgeWords(text: string, { names, hosts, accounts }: House): MessageFault | undefined {
  const readings = listReadings(text);
  const own = [...[...names, ...hosts].map(readName), ...accounts.flatMap(formsOf).map(readRun)];
  if (readings.some((reading) => own.some((isNamed) => isNamed(reading)))) return 'house';
  return refusedPhrases.find(({ phrases }) => readings.some((reading) => phrases.some((isSaid) => isSaid(reading))))
    ?.fault;
}

/** An address as people write it, and as programs do, with and without Tron's first byte. */
function formsOf(account: TronAddress): readonly string[] {
  return [account, addressToHex(account).slice(2)];
}
