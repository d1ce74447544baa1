import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '@tern/base/public-address';
import { readListedUrl } from '../read-listed-url.ts';

/** Why nothing may be sent to an address. */
export type TargetFault = 'target-not-listed' | 'target-not-public' | 'target-unknown';

/** The addresses that a name points to. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** An address under `hosts` (the setting WEBHOOK_HOSTS) that names no address inside of a private network. Pure. */
export function readTarget(
  text: string,
  hosts: readonly string[],
): { readonly url: URL } | { readonly fault: TargetFault } {
  const url = readListedUrl(text, hosts);
  if (url === undefined) return { fault: 'target-not-listed' };
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // Plain http is listed for a receiver on a developer's own machine alone.
  return isIP(host) === 0 || isPublicAddress(host) || url.protocol === 'http:'
    ? { url }
    : { fault: 'target-not-public' };
}

/**
 * Why nothing may be sent to an address now; undefined where it may. All that its name points to has to be public. Asked when
 * a webhook is opened, so that operators learn of it; each delivery judges the address it connects to.
 */
export async function judgeTarget(
  text: string,
  { hosts, resolve = systemResolve }: { readonly hosts: readonly string[]; readonly resolve?: Resolve | undefined },
): Promise<TargetFault | undefined> {
  const read = readTarget(text, hosts);
  if ('fault' in read) return read.fault;
  if (read.url.protocol === 'http:' || isIP(read.url.hostname) !== 0) return undefined;
  const addresses = await resolve(read.url.hostname).catch(() => []);
  if (addresses.length === 0) return 'target-unknown';
  return addresses.every(isPublicAddress) ? undefined : 'target-not-public';
}
