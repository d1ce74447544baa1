import { units, type Units } from '@tern/money/units';
import { findAddressFromHex, type TronAddress } from './address.ts';
import { NodeFault } from './node-fault.ts';
import type { TronNode } from './open-node.ts';

/**
 * A checked view of one JSON object of a node's reply. Protobuf drops every default, so an absent member reads as
 * zero, empty text, false or an empty list; a member of another type is `malformed`.
 */
export type Reply = {
  readonly has: (member: string) => boolean;
  readonly text: (member: string) => string;
  /** Hexadecimal text of either case, given back in lower case. */
  readonly hex: (member: string) => string;
  /** Exactly 64 hexadecimal digits: a block or transaction id. */
  readonly id: (member: string) => string;
  readonly flag: (member: string) => boolean;
  /** A whole number of 0 to 2^53 − 1. */
  readonly count: (member: string) => number;
  /** A whole number of 0 to 2^63 − 1. */
  readonly amount: (member: string) => Units;
  /** A present address in hexadecimal form. */
  readonly address: (member: string) => TronAddress;
  /** The address of this member, or `undefined` for anything that is none. */
  readonly findAddress: (member: string) => TronAddress | undefined;
  readonly object: (member: string) => Reply;
  readonly objects: (member: string) => readonly Reply[];
  readonly texts: (member: string) => readonly string[];
};

export type ReplyPlace = { readonly node: TronNode; readonly path: string };

/** @throws NodeFault `malformed` unless `value` is a JSON object. */
export function readReply(value: unknown, place: ReplyPlace): Reply {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(place, 'not an object');
  // One set of functions for all replies: a block has thousands of objects.
  return Object.assign(Object.create(accessors) as Reply, { members: value, place });
}

type Members = { readonly members: Readonly<Record<string, unknown>>; readonly place: ReplyPlace };

const accessors: Reply & ThisType<Reply & Members> = {
  has(member) {
    return present(this, member) !== undefined;
  },
  text(member) {
    const found = present(this, member) ?? '';
    if (typeof found !== 'string') throw wrong(this, member, 'text');
    return found;
  },
  hex(member) {
    const found = this.text(member);
    if (!/^([0-9a-f]{2})*$/i.test(found)) throw wrong(this, member, 'hexadecimal');
    return found.toLowerCase();
  },
  id(member) {
    const found = this.hex(member);
    if (found.length !== 64) throw wrong(this, member, 'an id');
    return found;
  },
  flag(member) {
    const found = present(this, member) ?? false;
    if (typeof found !== 'boolean') throw wrong(this, member, 'true or false');
    return found;
  },
  count(member) {
    const found = present(this, member) ?? 0;
    if (typeof found !== 'number' || !Number.isSafeInteger(found) || found < 0) throw wrong(this, member, 'a count');
    return found;
  },
  amount(member) {
    const found = present(this, member) ?? 0;
    const whole = typeof found === 'bigint' || (typeof found === 'number' && Number.isSafeInteger(found));
    if (!whole || found < 0 || found >= 2n ** 63n) throw wrong(this, member, 'an amount');
    return units(BigInt(found));
  },
  address(member) {
    const found = findAddressFromHex(this.text(member));
    if (found === undefined) throw wrong(this, member, 'an address');
    return found;
  },
  findAddress(member) {
    const found = present(this, member);
    return typeof found === 'string' ? findAddressFromHex(found) : undefined;
  },
  object(member) {
    return readReply(present(this, member) ?? {}, this.place);
  },
  objects(member) {
    return list(this, member).map((item) => readReply(item, this.place));
  },
  texts(member) {
    return list(this, member).map((item) => {
      if (typeof item !== 'string') throw wrong(this, member, 'a list of texts');
      return item;
    });
  },
};

function present({ members }: Members, member: string): unknown {
  return Object.hasOwn(members, member) ? (members[member] ?? undefined) : undefined;
}

function list(reply: Members, member: string): readonly unknown[] {
  const found = present(reply, member) ?? [];
  if (!Array.isArray(found)) throw wrong(reply, member, 'a list');
  return found;
}

function wrong({ place }: Members, member: string, wanted: string): NodeFault {
  return malformed(place, `${member} is not ${wanted}`);
}

/** The objects of a reply that is a bare list. */
export function readReplyList(value: unknown, place: ReplyPlace): readonly Reply[] {
  if (!Array.isArray(value)) throw malformed(place, 'not a list');
  return value.map((item) => readReply(item, place));
}

export function malformed({ node, path }: ReplyPlace, detail: string): NodeFault {
  return new NodeFault('malformed', { node: node.name, path }, detail);
}
