/** One asset of a statement. */
export type StatedAsset = {
  readonly assetId: string;
  readonly owed: bigint;
  readonly partMax: bigint;
  readonly lines: number;
  readonly root: string;
  /** The texts that lines of the house commit to. */
  readonly house: readonly string[];
  readonly held: readonly StatedPlace[];
};

/** What the house says it holds at one place. */
export type StatedPlace = {
  readonly place: string;
  readonly amount: bigint;
  /** Absent where only the books say it. */
  readonly seen?: { readonly block: number; readonly address: string };
};

export type ReadStatement = {
  readonly number: number;
  readonly day: string;
  readonly due: string;
  readonly block: { readonly number: string; readonly id: string; readonly time: string };
  readonly previous: string;
  /** Whether operators asked for it. */
  readonly demanded: boolean;
  readonly assets: readonly StatedAsset[];
  /** The ledger's log: its days and its hash; undefined before there was one. */
  readonly log: { readonly size: number; readonly hash: string } | undefined;
};

const head =
  /^liabilities 1\nnumber (?<number>[1-9]\d*)\nday (?<day>\d{4}-\d\d-\d\d)\ndue (?<due>\S+)\nblock (?<block>\d+) (?<id>[0-9a-f]{64}) (?<time>\S+)\nprevious (?<previous>none|[0-9a-f]{64})\n(?<demanded>demanded\n)?/;
const assetLine =
  /^asset (?<assetId>[a-z][a-z0-9-]*) owed (?<owed>0|[1-9]\d*) part-max (?<partMax>[1-9]\d*) lines (?<lines>[1-9]\d*) root (?<root>[0-9a-f]{64})$/;
const logLine = /^log (?<size>[1-9]\d*) (?<hash>[0-9a-f]{64})$/;

const heldLine =
  /^held (?<assetId>[a-z][a-z0-9-]*) (?<place>[a-z]+) (?<amount>[1-9]\d*) (?:books|(?<block>\d+) (?<address>T[1-9A-HJ-NP-Za-km-z]{33}))$/;

/** Reads a statement as docs/proof-of-liabilities.md defines it. @throws Error that says what is not as it must be */
export function readStatement(text: string): ReadStatement {
  const found = head.exec(text);
  if (found?.groups === undefined) throw new Error('a statement does not begin as version 1 does');
  const { number = '', day = '', due = '', block = '', id = '', time = '', previous = '' } = found.groups;
  const rest = text.slice(found[0].length);
  if (!rest.endsWith('\n')) throw new Error('a statement does not end with a line feed');
  const lines = rest.slice(0, -1).split('\n');
  const log = logLine.exec(lines.at(-1) ?? '')?.groups;
  return {
    number: Number(number),
    day,
    due,
    block: { number: block, id, time },
    previous,
    demanded: found.groups['demanded'] !== undefined,
    assets: readAssets(log === undefined ? lines : lines.slice(0, -1)),
    log: log && { size: Number(log['size']), hash: log['hash'] ?? '' },
  };
}

function readAssets(lines: readonly string[]): readonly StatedAsset[] {
  const assets: {
    assetId: string;
    owed: bigint;
    partMax: bigint;
    lines: number;
    root: string;
    house: string[];
    held: StatedPlace[];
  }[] = [];
  for (const line of lines) {
    const stated = assetLine.exec(line)?.groups;
    if (stated !== undefined) {
      const { assetId = '', owed = '', partMax = '', lines: count = '', root = '' } = stated;
      if (assets.some((each) => each.assetId === assetId)) throw new Error(`${assetId} is stated twice`);
      assets.push({
        assetId,
        owed: BigInt(owed),
        partMax: BigInt(partMax),
        lines: Number(count),
        root,
        house: [],
        held: [],
      });
      continue;
    }
    const last = assets.at(-1);
    if (last !== undefined && line.startsWith('house liability:1:')) last.house.push(line.slice('house '.length));
    else last?.held.push(readPlace(line, last.assetId));
    if (last === undefined) throw new Error(`not a line of a statement: ${line}`);
  }
  return assets;
}

function readPlace(line: string, ofAsset: string): StatedPlace {
  const { assetId, place = '', amount = '', block, address } = heldLine.exec(line)?.groups ?? {};
  if (assetId !== ofAsset) throw new Error(`not a line of a statement: ${line}`);
  const seen = block === undefined || address === undefined ? {} : { seen: { block: Number(block), address } };
  return { place, amount: BigInt(amount), ...seen };
}
