import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { installation } from '../installation.ts';
import { openAccount, openNewcomer, type Account, type Newcomer } from '../support/account.ts';
import { toUnits } from '../support/amounts.ts';
import { openReviewer } from '../support/console.ts';
import { openDevice, type Cookies } from '../support/device.ts';
import { findReview } from '../support/operator.ts';
import { distributeNow } from '../support/pool.ts';
import { promotionIsOpen } from '../support/promotion.ts';
import { sendByApi } from '../support/send-by-api.ts';
import { swapByApi } from '../support/swap-by-api.ts';

/** The people scenes are about; made once a run, since confirmations and authenticator codes take their time. */
export type People = {
  readonly newcomer: { readonly cookies: Cookies } & Pick<Newcomer, 'person'>;
  readonly owner: { readonly cookies: Cookies } & Pick<Account, 'person' | 'address'>;
  /** Somebody here whom the owner has paid. */
  readonly friend: { readonly address: string };
  /** A swap of the owner whose reward a distribution has paid. */
  readonly swapId: string;
  /** Records of the owner. */
  readonly records: Readonly<Record<'received' | 'rejected' | 'waiting' | 'outside' | 'inside', string>>;
};

/** Beside the rest of the installation's data, and gone with it. */
const file = join(import.meta.dirname, '../../..', installation.DATA_DIR, 'scene-people.json');

/** The people as the set-up of this run left them. */
export function readPeople(): People {
  return JSON.parse(readFileSync(file, 'utf8')) as People;
}

export function writePeople(people: People): void {
  writeFileSync(file, JSON.stringify(people), { mode: 0o600 });
}

export async function openPeople(browser: Browser): Promise<People> {
  await promotionIsOpen();
  const [owner, friend, newcomer] = await Promise.all([
    openAccount(await openDevice(browser, {}), { usdt: toUnits('usdt', '24817.654321'), trx: toUnits('trx', '1250') }),
    openNewcomer(await openDevice(browser, {})),
    openNewcomer(await openDevice(browser, {})),
  ]);
  const toReject = freshAddress();
  const rejected = await sendByApi(owner, { assetId: 'usdt', to: toReject, amount: '5000' });
  const vera = await openReviewer('vera');
  await vera.reject((await findReview(toReject)).id);
  const waiting = await sendByApi(owner, { assetId: 'usdt', to: freshAddress(), amount: '6000' });
  const outside = await sendByApi(owner, { assetId: 'trx', to: freshAddress(), amount: '120' });
  const inside = await sendByApi(owner, { assetId: 'usdt', to: friend.address, amount: '12.5', memo: 'Lunch' });
  const swapId = await swapByApi(owner, { assetOut: 'usdt', assetIn: 'reward', amount: '300' });
  await distributeNow();
  const [received] = (await owner.api.records.listRecords({ filter: 'in', assetId: 'usdt' })).records;
  if (received === undefined) throw new Error('a deposit without a record');
  const devices = [owner, friend, newcomer];
  const [ownerCookies, , newcomerCookies] = await Promise.all(devices.map(({ context }) => context.storageState()));
  if (ownerCookies === undefined || newcomerCookies === undefined) throw new Error('a device without a storage');
  await Promise.all(devices.map(({ context }) => context.close()));
  return {
    newcomer: { cookies: newcomerCookies, person: newcomer.person },
    owner: { cookies: ownerCookies, person: owner.person, address: owner.address },
    friend: { address: friend.address },
    swapId,
    records: {
      received: received.id,
      rejected: rejected.id,
      waiting: waiting.id,
      outside: outside.id,
      inside: inside.id,
    },
  };
}
