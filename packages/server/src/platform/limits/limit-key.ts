import type { Branded, PersonId, SessionId } from '@tern/base/ids';
import type { Line, NetworkBlock } from './request-origin.ts';

/**
 * Whose hits a window counts. Made here alone, and from no address as it came: one line has 2^64 of them, and would have as many
 * windows.
 */
export type LimitKey = Branded<string, 'LimitKey'>;

/** A person, a session, a remembered device, a key of another system, a hashed phone or e-mail, a line or a network. */
type Counted =
  | PersonId
  | SessionId
  | Line
  | NetworkBlock
  | Buffer
  | { readonly deviceId: string }
  | { readonly keyId: string };

/** A name that is written out: one that is put together could hold an address. */
type WrittenOut<Name extends string> = Record<never, never> extends Record<Name, unknown> ? never : Name;

/** The key of what is counted under `name` for all of these together. */
export function limitKey<const Name extends string>(
  name: Name & WrittenOut<Name>,
  ...counted: readonly [Counted, ...Counted[]]
): LimitKey {
  return [name, ...counted.map(textOf)].join(':') as LimitKey;
}

function textOf(counted: Counted): string {
  if (typeof counted === 'string') return counted;
  if (Buffer.isBuffer(counted)) return counted.toString('base64url');
  return 'keyId' in counted ? counted.keyId : counted.deviceId;
}
