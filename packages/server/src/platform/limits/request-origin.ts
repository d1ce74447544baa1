import type { Branded } from '@tern/base/ids';

/** Where a request came from; goes into sessions, notices and limits. */
export type RequestOrigin = {
  readonly ip: string;
  readonly userAgent: string;
};

/** One line's addresses. */
export type Line = Branded<string, 'Line'>;
/** One network's. */
export type NetworkBlock = Branded<string, 'NetworkBlock'>;

/** The block of addresses one line or one network usually has: itself and /24 for IPv4, /64 and /48 for IPv6. */
export function ipBlocks(ip: string): { readonly line: Line; readonly network: NetworkBlock } {
  if (!ip.includes(':')) return blocks(ip, `${ip.split('.').slice(0, 3).join('.')}.0/24`);
  const [head = '', tail] = ip.split('::');
  const front = head.split(':').filter((part) => part !== '');
  const back = (tail ?? '').split(':').filter((part) => part !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const parts = [...front, ...Array.from({ length: zeros }, () => '0'), ...back].map((part) =>
    part.padStart(4, '0').toLowerCase(),
  );
  return blocks(`${parts.slice(0, 4).join(':')}::/64`, `${parts.slice(0, 3).join(':')}::/48`);
}

function blocks(line: string, network: string) {
  return { line: line as Line, network: network as NetworkBlock };
}
