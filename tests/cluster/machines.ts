import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Debian } from './debian.ts';
import { run } from './programs.ts';

/** Three machines of the database, each with a network and a disk of its own. */
export const machineNames = ['pg1', 'pg2', 'pg3'] as const;
export type MachineName = (typeof machineNames)[number];

/** Two machines with a network of their own that everybody comes through; everything else runs on the one in the middle. */
export const frontNames = ['front1', 'front2'] as const;
export type FrontName = (typeof frontNames)[number];

/** One of the two fronts has it at any time. */
export const sharedAddress = '10.78.0.20';

/** Whoever asks a machine from the one in the middle comes from `middle`. */
export const middle = '10.78.0.1';
export const network = '10.78.0.0/24';

export function addressOf(name: MachineName | FrontName): string {
  const number = name.at(-1) ?? '';
  return name.startsWith('front') ? `10.78.0.2${number}` : `10.78.0.1${number}`;
}

/** Enough for the books of a campaign and their log several times over; a full disk is reached by what fills the rest. */
const usualDiskSize = '700m';

/**
 * How often a machine sends what is not acknowledged. After five times, or 13 s, a connection has ended. With the usual fifteen
 * it waits up to two minutes for its next try, and etcd with it: it opens no other connection meanwhile.
 */
const retriesMax = 5;

/**
 * Makes the machines. Everything is made inside the namespaces of the campaign's own process tree, which vanish with it:
 * nothing of the host's network or mounts changes.
 */
export function makeMachines({ root }: Debian, folder: string, diskSize = usualDiskSize): void {
  const retryLess = `echo ${retriesMax} > /proc/sys/net/ipv4/tcp_retries2`;
  run('ip', 'link', 'set', 'lo', 'up');
  run('sh', '-c', retryLess);
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run');
  // Process ids of other runs mean nothing here: their folders must not be found and taken for abandoned ones.
  run('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', '/dev/shm');
  run('ip', 'link', 'add', 'hub', 'type', 'bridge');
  run('ip', 'address', 'add', `${middle}/24`, 'dev', 'hub');
  run('ip', 'link', 'set', 'hub', 'up');
  for (const name of [...machineNames, ...frontNames]) {
    run('ip', 'netns', 'add', name);
    run('ip', 'link', 'add', cableOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    run('ip', 'link', 'set', cableOf(name), 'master', 'hub', 'up');
    run('ip', '-n', name, 'address', 'add', `${addressOf(name)}/24`, 'dev', 'eth0');
    run('ip', '-n', name, 'link', 'set', 'eth0', 'up');
    run('ip', '-n', name, 'link', 'set', 'lo', 'up');
    run('ip', 'netns', 'exec', name, 'sh', '-c', retryLess);
  }
  for (const name of machineNames) {
    mkdirSync(join(folder, name));
    run('mount', '-t', 'tmpfs', '-o', `size=${diskSize},mode=0777`, 'tmpfs', join(folder, name));
  }
  if (root === '/') return;
  // The tree is somebody's: what is mounted over it is seen by this campaign alone.
  run('mount', '-t', 'tmpfs', 'tmpfs', join(root, 'tmp'));
  run('mount', '-t', 'tmpfs', 'tmpfs', join(root, 'run'));
  for (const path of ['/proc', '/dev', folder]) {
    mkdirSync(join(root, path), { recursive: true });
    run('mount', '--rbind', path, join(root, path));
  }
  run('chmod', '1777', join(root, 'tmp'));
}

const cableOf = (name: MachineName | FrontName): string => `to-${name}`;

/** Which of the fronts have the shared address: one, or none while it moves. */
export function holdersOfSharedAddress(): readonly FrontName[] {
  return frontNames.filter((name) => run('ip', '-n', name, '-4', '-o', 'address').includes(` ${sharedAddress}/`));
}

/** Nobody reaches the machine any more, nor it anybody. */
export function cutOff(name: MachineName | FrontName): void {
  run('ip', 'link', 'set', cableOf(name), 'down');
}

/** The machine and the other two do not reach each other; whoever comes from the middle reaches all three. */
export function cutFromOthers(name: MachineName): void {
  for (const other of machineNames.filter((each) => each !== name))
    run('ip', '-n', name, 'route', 'add', 'blackhole', `${addressOf(other)}/32`);
}

/** Undoes either cut. */
export function reconnect(name: MachineName | FrontName): void {
  run('ip', 'link', 'set', cableOf(name), 'up');
  const held = run('ip', '-n', name, 'route', 'show', 'type', 'blackhole');
  for (const line of held.split('\n').filter((text) => text !== ''))
    run('ip', '-n', name, 'route', 'del', 'blackhole', line.replace('blackhole', '').trim().split(' ')[0] ?? '');
}
