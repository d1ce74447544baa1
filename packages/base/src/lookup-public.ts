import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Asks for every address of a name, as `dns.lookup` does. */
export type Resolver = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: Error | null, found: readonly LookupAddress[]) => void,
) => void;

/**
 * Looks a name up with `resolve` as a connection is made, and finds public addresses alone: a name that points inside now is not
 * reached, whatever it pointed to when it was judged. Node asks nobody for a host that is an address already: judge that one before.
 */
export const lookupPublicWith =
  (resolve: Resolver): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [], 0);
      const allowed = found.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) return callback(new Error(`${hostname} has no public address`), [], 0);
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };

/** `lookupPublicWith` the system's own resolver. */
export const lookupPublic = lookupPublicWith(lookup);
