import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { RecordView } from '@tern/contracts/routes/records';
import type { DraftView } from '@tern/contracts/routes/transfers';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { migrate } from '@tern/db/migrate';
import { openApiClient, type ApiClient } from '@tern/testkit/system/api-client';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { openAuthenticator } from '@tern/testkit/system/turning-clock';
import { makeTemporaryFolder } from '@tern/testkit/temporary-folder';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCatalogue } from '../upgrade/describe-catalogue.ts';
import { describeRecord } from '../upgrade/populate.ts';
import { listReleases, readRelease, type KeptPerson, type Release } from '../upgrade/release.ts';
import { restoreRelease } from '../upgrade/restore-release.ts';

// Goal: whoever ran an earlier version starts this one and finds everything as it was, and money moves as before. Method: the
// installation that each version left (tests/upgrade/releases) is put into a folder and started with today's processes.
const usdt = 1_000_000n;

type SignedIn = { readonly person: KeptPerson; readonly api: ApiClient; readonly nextCode: () => string };

describe.each(await listReleases())('an installation of version %s', (version) => {
  let release: Release;
  let folder: string;
  let system: System;
  let people: readonly SignedIn[];

  beforeAll(async () => {
    release = await readRelease(version);
    folder = await makeTemporaryFolder('tern-release-');
    await restoreRelease(release, folder);
    system = await startSystem({ blocks: 'on-demand', data: folder });
    people = await Promise.all(release.facts.people.map((person) => signIn(system, person)));
  });
  afterAll(async () => {
    await system.stop();
    await rm(folder, { recursive: true });
  });

  test('has the schema of a new installation after the start', async () => {
    await system.whileDatabaseRuns(async ({ url }) => {
      const fresh = new URL(url);
      fresh.pathname = '/fresh';
      const upgraded = new pg.Client({ connectionString: url });
      const created = new pg.Client({ connectionString: fresh.href });
      await upgraded.connect();
      await upgraded.query('CREATE DATABASE fresh');
      await migrate({ url: fresh.href });
      await created.connect();
      // As the worker of either does in its first minute.
      for (const client of [upgraded, created]) await client.query('SELECT ledger.add_parts()');
      expect(await describeCatalogue(upgraded)).toEqual(await describeCatalogue(created));
      await Promise.all([upgraded.end(), created.end()]);
    });
  });

  test('M01 shows everybody the balances and records they had, and the books agree with the chain', async () => {
    for (const { person, api } of people) {
      const { records } = await api.get<{ readonly records: readonly RecordView[] }>('/records?limit=100');
      const [later, kept] = [records.slice(0, -person.records.length), records.slice(-person.records.length)];
      expect(kept.map(describeRecord)).toEqual(person.records);
      // The pool shares by the calendar: whoever starts a day later has been paid for the days between.
      expect(later.filter(({ type, assetId }) => type !== 'airdrop-reward' || assetId !== 'reward')).toEqual([]);
      const paid = later.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      const { balances } = await api.get<OverviewView>(`/wallets/${person.walletId}/overview`);
      expect(Object.fromEntries(balances.map(({ assetId, available }) => [assetId, available]))).toEqual({
        ...person.available,
        reward: String(BigInt(person.available.reward) + paid),
      });
    }
    expect(await system.findContradictions()).toEqual([]);
  });

  test('M01 credits what arrives and sends with the factors of before', async () => {
    const [ana, ben] = people;
    if (ana === undefined || ben === undefined) throw new Error('a kept installation has two people');
    const { person, api } = ana;
    const before = await availableOf(ana);
    await system.chain.give(person.address, 'usdt', 30n * usdt);
    await mineUntil(system.chain, 'the top-up', async () => (await availableOf(ana)) === before + 30n * usdt);

    const draft = await api.post<DraftView>('/transfers/drafts', {
      walletId: person.walletId,
      assetId: 'usdt',
      networkId: 'tron',
      to: ben.person.address,
      amount: '3',
      acknowledged: [],
    });
    const sent = await api.send({
      method: 'POST',
      path: `/transfers/drafts/${draft.id}/confirm`,
      headers: { 'idempotency-key': randomUUID() },
      body: { hash: draft.hash, tradePassword: person.tradePassword, authenticatorCode: ana.nextCode() },
    });
    expect(sent.status, sent.text).toBe(200);
    expect((sent.body as RecordView).status).toBe('success');
    expect(await system.findContradictions()).toEqual([]);
  });
});

async function availableOf({ api, person }: SignedIn): Promise<bigint> {
  const { balances } = await api.get<OverviewView>(`/wallets/${person.walletId}/overview`);
  return BigInt(balances.find(({ assetId }) => assetId === 'usdt')?.available ?? '0');
}

/** On a device that the installation does not know. */
async function signIn({ url, clock }: System, person: KeptPerson): Promise<SignedIn> {
  const { nextCode } = openAuthenticator(clock, person.authenticatorSecret);
  const api = openApiClient(url);
  const { loginId } = await api.post<{ readonly loginId: string }>('/identity/login', {
    target: person.target,
    password: person.loginPassword,
  });
  await api.post('/identity/login/finish', { loginId, code: nextCode() });
  return { person, api, nextCode };
}
