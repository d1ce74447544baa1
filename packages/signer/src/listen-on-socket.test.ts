import { chownSync, lstatSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnSocket } from './listen-on-socket.ts';
import { openFixture } from './testing/signer-fixture.ts';
import { startKeyService } from './testing/start-key-service.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newServer(): Server {
  const server = createServer((socket) => socket.destroy());
  onTestFinished(() => void server.close());
  return server;
}

/** A group of this user, and another one than its files get by themselves where it has one; root may take any. */
function groupToGive(): number {
  if (process.getuid?.() === 0) return 4_321;
  const own = process.getgid?.() ?? 0;
  return process.getgroups?.().find((gid) => gid !== own) ?? own;
}

test('the socket belongs to the group of its folder, and to nobody else', async () => {
  const folder = newFolder();
  const gid = groupToGive();
  chownSync(folder, process.getuid?.() ?? 0, gid);
  const path = join(folder, 'keys.sock');
  await listenOnSocket(newServer(), path, 'group');
  expect(statSync(path)).toMatchObject({ gid });
  expect(statSync(path).mode & 0o777).toBe(0o660);
});

test('a socket for this user alone is closed to its group', async () => {
  const path = join(newFolder(), 's.sock');
  await listenOnSocket(newServer(), path, 'user');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('neither a process that serves there nor a file is pushed aside', async () => {
  const folder = newFolder();
  const path = join(folder, 's.sock');
  await listenOnSocket(newServer(), path, 'user');
  const { ino } = lstatSync(path);
  await expect(listenOnSocket(newServer(), path, 'user')).rejects.toThrow('Another process serves');
  expect(lstatSync(path).ino).toBe(ino);
  const file = join(folder, 'notes');
  writeFileSync(file, 'kept');
  await expect(listenOnSocket(newServer(), file, 'user')).rejects.toThrow('no socket');
  expect(statSync(file).size).toBe(4);
});

test('X13 what a killed process left is removed', async () => {
  using fixture = openFixture();
  const { stop, socketPath } = await startKeyService(fixture.place.directory);
  await stop();
  expect(lstatSync(socketPath).isSocket()).toBe(true);
  await listenOnSocket(newServer(), socketPath, 'user');
});

test('a failed start gives this process its mask back', async () => {
  const mask = process.umask(0o027);
  onTestFinished(() => void process.umask(mask));
  const tooLong = join(newFolder(), 'x'.repeat(200));
  await expect(listenOnSocket(newServer(), tooLong, 'group')).rejects.toThrow();
  expect(process.umask()).toBe(0o027);
});
