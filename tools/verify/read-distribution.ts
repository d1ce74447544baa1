import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A published distribution as its file says, before anything of it is believed. Amounts in base units of the token. */
export type PublishedDistribution = {
  readonly head: Head;
  readonly lines: readonly Line[];
};

export type Head = {
  readonly formulaVersion: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly shareBasisPoints: bigint;
  readonly pool: bigint;
  readonly distributed: bigint;
  readonly remainder: bigint;
  readonly swapRewards: bigint;
  readonly totalWeight: bigint;
  readonly holders: bigint;
  readonly root: string;
};

export type Line = {
  readonly pseudonym: string;
  readonly weight: bigint;
  readonly reward: bigint;
  readonly swapReward: bigint;
};

/** Reads a published file. Throws where it is not one. */
export async function readDistribution(path: string): Promise<PublishedDistribution> {
  let head: Head | undefined;
  const lines: Line[] = [];
  for await (const text of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    const fields = readObject(text, head === undefined ? 'the first line' : `line ${lines.length + 1}`);
    if (head === undefined) head = readHead(fields);
    else lines.push(readLine(fields));
  }
  if (head === undefined) throw new Error('the file is empty');
  return { head, lines };
}

type Fields = Readonly<Record<string, unknown>>;

function readObject(text: string, what: string): Fields {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error(`${what} is no JSON object`);
  return value as Fields;
}

function readHead(fields: Fields): Head {
  return {
    formulaVersion: Number(readNumber(fields, 'formulaVersion')),
    startsAt: readText(fields, 'startsAt'),
    endsAt: readText(fields, 'endsAt'),
    shareBasisPoints: readNumber(fields, 'shareBasisPoints'),
    pool: readWhole(fields, 'pool'),
    distributed: readWhole(fields, 'distributed'),
    remainder: readWhole(fields, 'remainder'),
    swapRewards: readWhole(fields, 'swapRewards'),
    totalWeight: readWhole(fields, 'totalWeight'),
    holders: readNumber(fields, 'holders'),
    root: readText(fields, 'root'),
  };
}

function readLine(fields: Fields): Line {
  return {
    pseudonym: readText(fields, 'pseudonym'),
    weight: readWhole(fields, 'weight'),
    reward: readWhole(fields, 'reward'),
    swapReward: readWhole(fields, 'swapReward'),
  };
}

function readText(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`${name} is no text`);
  return value;
}

function readNumber(fields: Fields, name: string): bigint {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Error(`${name} is no count`);
  return BigInt(value);
}

/** One way of writing each number, so that what is hashed is not open to choice. */
function readWhole(fields: Fields, name: string): bigint {
  const text = readText(fields, name);
  if (!/^(0|[1-9]\d*)$/.test(text)) throw new Error(`${name} is no whole number: ${text.slice(0, 40)}`);
  return BigInt(text);
}
