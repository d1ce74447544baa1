import type { LogHead } from '../log/consistency.ts';

/** What is said to be held of an asset at one place. Base units. */
export type StatedPlace = {
  readonly place: string;
  readonly amount: bigint;
  /** The irreversible block at which the chain was asked, and the address; undefined where only the books say it. */
  readonly seen: { readonly block: number; readonly address: string } | undefined;
};

/** What is said of one asset: the list of what is owed, and what is held. Base units; hashes are hexadecimal. */
export type StatedAsset = {
  readonly assetId: string;
  readonly owed: bigint;
  readonly partMax: bigint;
  readonly lines: number;
  readonly root: string;
  readonly held: readonly StatedPlace[];
};

/** A published statement (docs/proof-of-liabilities.md). Times are as written, in ISO form. */
export type Statement = {
  readonly number: number;
  readonly day: string;
  readonly due: string;
  readonly block: { readonly number: number; readonly id: string; readonly at: string };
  /** The hash of the statement before; undefined for the first. */
  readonly previous: string | undefined;
  /** Whether operators asked for it, beside the count of the day: they knew its moment before. */
  readonly demanded: boolean;
  readonly assets: readonly StatedAsset[];
  /** The ledger's log at that moment; undefined before its first day. */
  readonly log: LogHead | undefined;
};

const hash = /^[0-9a-f]{64}$/;
const amount = /^(?:0|[1-9]\d*)$/;
const head = ['liabilities', 'number', 'day', 'due', 'block', 'previous'] as const;

/**
 * Reads the facts of a statement. Lines whose first word is not known are left out: a later wallet may say more.
 * @throws SyntaxError where a fact is missing or not as it must be
 */
export function readStatement(text: string): Statement {
  const lines = text.split('\n').map((line) => line.split(' '));
  const [version = [], number = [], day = [], due = [], block = [], previous = []] = head.map((word, index) =>
    wordsOf(lines[index], word),
  );
  if (version[1] !== '1') throw new SyntaxError('another version of the format');
  const assets: (StatedAsset & { readonly held: StatedPlace[] })[] = [];
  let log: LogHead | undefined;
  for (const words of lines.slice(head.length)) {
    if (words[0] === 'asset') assets.push(readAsset(words));
    if (words[0] === 'log') log = readLog(words, log);
    if (words[0] === 'held') assets.find(({ assetId }) => assetId === words[1])?.held.push(readPlace(words));
  }
  if (new Set(assets.map(({ assetId }) => assetId)).size < assets.length)
    throw new SyntaxError('an asset is stated twice');
  return {
    number: readCount(number[1]),
    day: matched(day[1], /^\d{4}-\d\d-\d\d$/),
    due: matched(due[1], /^\d{4}-\S+Z$/),
    block: { number: readCount(block[1]), id: matched(block[2], hash), at: matched(block[3], /^\d{4}-\S+Z$/) },
    previous: previous[1] === 'none' ? undefined : matched(previous[1], hash),
    demanded: lines[head.length]?.join(' ') === 'demanded',
    assets,
    log,
  };
}

function wordsOf(words: readonly string[] | undefined, first: string): readonly string[] {
  if (words?.[0] !== first) throw new SyntaxError(`no ${first}`);
  return words;
}

function readAsset(words: readonly string[]): StatedAsset & { readonly held: StatedPlace[] } {
  const [, assetId = '', , owed, , partMax, , lines, , root] = words;
  const names = [words[2], words[4], words[6], words[8]].join(' ');
  if (names !== 'owed part-max lines root') throw new SyntaxError(`not a list: ${words.join(' ')}`);
  return {
    assetId,
    owed: BigInt(matched(owed, amount)),
    partMax: BigInt(matched(partMax, amount)),
    lines: readCount(lines),
    root: matched(root, hash),
    held: [],
  };
}

function readLog([, size, root]: readonly string[], before: LogHead | undefined): LogHead {
  if (before !== undefined) throw new SyntaxError('the log is stated twice');
  return { size: readCount(size), hash: matched(root, hash) };
}

function readPlace([, , place = '', held, block, address]: readonly string[]): StatedPlace {
  const seen = block === 'books' || address === undefined ? undefined : { block: readCount(block), address };
  return { place, amount: BigInt(matched(held, amount)), seen };
}

function readCount(text: string | undefined): number {
  return Number(matched(text, amount));
}

function matched(text: string | undefined, pattern: RegExp): string {
  if (text === undefined || !pattern.test(text)) throw new SyntaxError(`not as it must be: ${text}`);
  return text;
}
