import { guardSockets, plainHost, type Destination } from './guard-sockets.ts';

/**
 * From now on this process connects to these destinations and to sockets of its own machine's files alone, whichever of its
 * code asks: everything else fails with `EgressRefused`, and `onRefused` is told. Datagrams, name servers of one's own and
 * threads that start later are refused altogether, but for closed ones, which reach nobody. Call once, before anything connects. It binds what goes through Node's
 * sockets; native code, other programs and code that reaches behind Node's modules are the network's to limit.
 */
export function limitEgress(
  allowed: readonly Destination[],
  onRefused: (destination: Destination) => void = () => undefined,
): void {
  const names = allowed.map(({ host, port, publicOnly }) => ({ name: plainHost(host), port, publicOnly }));
  guardSockets((to) => {
    const found = names.filter(
      ({ name, port }) =>
        port === to.port && (name.startsWith('*.') ? to.host.endsWith(name.slice(1)) : to.host === name),
    );
    if (found.length === 0) onRefused(to);
    else if (found.every(({ publicOnly }) => publicOnly === true)) return 'public';
    return found.length > 0;
  });
}
