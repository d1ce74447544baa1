import { BlockList, isIP } from 'node:net';

const inside = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(net, prefix, 'ipv4');
}
const outside = new BlockList();
// Global unicast: everything else of version 6 is somebody's own, mapped or translated.
outside.addSubnet('2000::', 3, 'ipv6');
const translated = new BlockList();
translated.addSubnet('2002::', 16, 'ipv6');
translated.addSubnet('2001::', 32, 'ipv6');

/** Whether an internet address lies outside of every private, local and special network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4');
  return isIP(address) === 6 && outside.check(address, 'ipv6') && !translated.check(address, 'ipv6');
}
