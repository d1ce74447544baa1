import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/**
 * Looks a name up as a connection is made, and finds public addresses alone: a name that points inside now is not reached,
 * whatever it pointed to when it was judged. Node asks nobody for a host that is an address already: judge that one before.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, [], 0);
    const allowed = found.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (first === undefined) return callback(new Error(`${hostname} has no public address`), [], 0);
    if (options.all === true) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};
