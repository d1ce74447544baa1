import { bytesToUint, toHex, utf8Bytes, utf8Text } from '../crypto/bytes.ts';
import { keccak256 } from '../crypto/hash.ts';
import type { AbiEntry, AbiParam, SmartContract } from '../proto/types.ts';
import type { VmLog } from '../tvm/tvm.ts';

export type DecodedLog = {
  readonly name: string;
  /** As declared: `Transfer(address indexed from, address indexed to, uint256 value)`. */
  readonly signature: string;
  /** Each value under its position and under its name; addresses as `0x…`, integers in decimal. */
  readonly values: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, string>>;
};

/** Reads a log by the ABI stored with its contract; `undefined` when no event of the ABI fits. */
export function decodeLog(contract: SmartContract | undefined, log: VmLog): DecodedLog | undefined {
  const topic = log.topics[0];
  if (topic === undefined) return undefined;
  const event = contract?.abi?.entrys.find((entry) => entry.type === 'Event' && topicOf(entry) === toHex(topic));
  if (event === undefined) return undefined;
  const values: Record<string, string> = {};
  const types: Record<string, string> = {};
  let [topicIndex, wordIndex] = [1, 0];
  for (const [position, param] of event.inputs.entries()) {
    const value = param.indexed
      ? decodeTopic(param, log.topics[topicIndex++])
      : decodeWord(param, log.data, wordIndex++);
    values[position] = value;
    if (param.name !== '') {
      values[param.name] = value;
      types[param.name] = param.type;
    }
  }
  const params = event.inputs.map(
    ({ type, indexed, name }) => `${type}${indexed ? ' indexed' : ''}${name === '' ? '' : ` ${name}`}`,
  );
  return { name: event.name, signature: `${event.name}(${params.join(', ')})`, values, types };
}

function topicOf({ name, inputs }: AbiEntry): string {
  return toHex(keccak256(utf8Bytes(`${name}(${inputs.map(({ type }) => type).join(',')})`)));
}

/** A dynamic value that is indexed left only its hash. */
function decodeTopic(param: AbiParam, topic: Uint8Array | undefined): string {
  if (topic === undefined) return '';
  return isDynamic(param.type) ? toHex(topic) : decodeStatic(param.type, topic);
}

function decodeWord({ type }: AbiParam, data: Uint8Array, index: number): string {
  const word = data.slice(index * 32, index * 32 + 32);
  if (!isDynamic(type)) return decodeStatic(type, word);
  const start = Number(bytesToUint(word));
  const length = Number(bytesToUint(data.slice(start, start + 32)));
  const content = data.slice(start + 32, start + 32 + length);
  if (type === 'string') return utf8Text(content);
  return type === 'bytes' ? toHex(content) : toHex(data.slice(start));
}

function decodeStatic(type: string, word: Uint8Array): string {
  if (type === 'address') return `0x${toHex(word.slice(12))}`;
  if (type === 'bool') return String(bytesToUint(word) !== 0n);
  if (type.startsWith('uint')) return bytesToUint(word).toString();
  if (type.startsWith('int')) return BigInt.asIntN(256, bytesToUint(word)).toString();
  if (type.startsWith('bytes')) return toHex(word.slice(0, Number(type.slice(5))));
  return toHex(word);
}

function isDynamic(type: string): boolean {
  return type === 'string' || type === 'bytes' || type.endsWith(']');
}
