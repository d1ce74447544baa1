import { randomInt, randomUUID } from 'node:crypto';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { RecordDetailView, RecordStatus, RecordView } from '@tern/contracts/routes/records';
import type { DraftView, VerdictView } from '@tern/contracts/routes/transfers';
import type { OverviewView, WalletView } from '@tern/contracts/routes/wallets';
import { shownVersions } from '@tern/contracts/shown-versions';
import type { AssetId } from '@tern/money/asset';
import { openApiClient, type ApiAnswer, type ApiClient } from './api-client.ts';
import type { Inbox } from './inbox.ts';
import { openAuthenticator, type TurningClock } from './turning-clock.ts';
import { until } from './until.ts';

export type Send = {
  readonly to: string;
  readonly assetId: AssetId;
  /** As typed, in whole coins. */
  readonly amount: string;
  readonly memo?: string;
};

/** Somebody who uses the wallet: registered, signed in, with a first wallet. */
export type Person = {
  readonly api: ApiClient;
  readonly account: AccountView;
  readonly target: Target;
  /** The mail address or full phone number that gets the codes. */
  readonly recipient: string;
  readonly loginPassword: string;
  readonly tradePassword: string;
  /** Its address is the one it had when the person came. */
  readonly wallet: WalletView & { readonly address: string };
  /** Asks for a code and reads it from the inbox. */
  readonly askForCode: (
    path: string,
    body: unknown,
  ) => Promise<{ readonly challengeId: string; readonly code: string }>;
  /** Sets trade password and authenticator; needed once before sending. Resolves with the authenticator's secret. */
  readonly setFactors: () => Promise<string>;
  /** A code of the authenticator that was never used. */
  readonly nextCode: () => string;
  readonly overview: () => Promise<OverviewView>;
  /** What can be spent. */
  readonly available: (assetId: AssetId) => Promise<bigint>;
  readonly records: () => Promise<readonly RecordView[]>;
  readonly record: (id: string) => Promise<RecordDetailView>;
  /** Resolves once the record has the status. */
  readonly waitFor: (recordId: string, status: RecordStatus) => Promise<RecordDetailView>;
  /** A draft with every warning about the address acknowledged. */
  readonly draft: (send: Send) => Promise<DraftView>;
  /** Confirms with both factors; any answer comes back as it is. */
  readonly confirm: (
    draft: DraftView,
    options?: { readonly key?: string; readonly code?: string },
  ) => Promise<ApiAnswer>;
  /** Draft and confirmation. Throws `ApiRefusal`, or an error with the answer. */
  readonly send: (send: Send) => Promise<RecordView>;
};

type AuthenticatorBinding = { readonly bindingId: string; readonly secret: string };

type Target =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'phone'; readonly areaCode: string; readonly number: string };

export type PersonDeps = {
  readonly url: string;
  /** The wallet's address, where its pages come from another one than `url`. */
  readonly origin?: string;
  /** The versions of the agreements that the wallet shows, where it is not this one. */
  readonly accepted?: typeof shownVersions;
  readonly inbox: Inbox;
  readonly clock: TurningClock;
};

function assertFound<Value>(value: Value | undefined, otherwise: string): Value {
  if (value === undefined) throw new Error(otherwise);
  return value;
}

/** Registers by mail or phone, with a code read from the inbox. */
export async function registerPerson(deps: PersonDeps, by: 'email' | 'phone'): Promise<Person> {
  const { url, origin = url, accepted = shownVersions, inbox, clock } = deps;
  const api = openApiClient(url, { origin });
  const target = newTarget(by);
  const recipient = target.kind === 'email' ? target.email : `${target.areaCode}${target.number}`;
  const known = new Set<string>();
  const askForCode: Person['askForCode'] = async (path, body) => {
    for (const { id } of await inbox.list(recipient)) known.add(id);
    const { challengeId } = await api.post<{ readonly challengeId: string }>(path, body);
    return { challengeId, code: await inbox.waitForCode(recipient, known) };
  };
  const loginPassword = `harbour-lamps-${randomUUID()}`;
  const proof = await askForCode('/identity/register/code', { target });
  const account = await api.post<AccountView>('/identity/register', {
    target,
    ...proof,
    password: loginPassword,
    accepted,
  });
  // Asked for before the first bonus or reward.
  await api.post('/preferences/country', { country: 'DE' });
  const wallet = await readFirstWallet(api);

  const tradePassword = '274915';
  let authenticator: { readonly nextCode: () => string } | undefined;
  const nextCode = (): string => assertFound(authenticator, `${recipient} has no authenticator yet`).nextCode();
  const overview = (): Promise<OverviewView> => api.get(`/wallets/${wallet.id}/overview`);
  const record: Person['record'] = (id) => api.get(`/records/${id}`);
  const confirm: Person['confirm'] = ({ id, hash }, options = {}) =>
    api.send({
      method: 'POST',
      path: `/transfers/drafts/${id}/confirm`,
      headers: { 'idempotency-key': options.key ?? randomUUID() },
      body: { hash, tradePassword, authenticatorCode: options.code ?? nextCode() },
    });
  const draft = async ({ to, assetId, amount, memo }: Send): Promise<DraftView> => {
    const { verdicts } = await api.post<{ readonly verdicts: readonly VerdictView[] }>('/transfers/check-address', {
      walletId: wallet.id,
      assetId,
      to,
    });
    return await api.post('/transfers/drafts', {
      walletId: wallet.id,
      assetId,
      networkId: 'tron',
      to,
      amount,
      ...(memo === undefined ? {} : { memo }),
      acknowledged: verdicts.filter(({ severity }) => severity === 'warning').map(({ code }) => code),
    });
  };
  return {
    api,
    account,
    target,
    recipient,
    loginPassword,
    tradePassword,
    wallet,
    askForCode,
    setFactors: async () => {
      const first = await askForCode('/identity/factors/code', { purpose: 'set-trade-password' });
      await api.post('/identity/factors/trade-password', { loginPassword, ...first, tradePassword });
      const second = await askForCode('/identity/factors/code', { purpose: 'bind-authenticator' });
      const { bindingId, secret } = await api.post<AuthenticatorBinding>('/identity/factors/authenticator/begin', {
        loginPassword,
        ...second,
      });
      authenticator = openAuthenticator(clock, secret);
      await api.post('/identity/factors/authenticator/confirm', { bindingId, code: nextCode() });
      return secret;
    },
    nextCode,
    overview,
    available: async (assetId) => {
      const found = (await overview()).balances.find((balance) => balance.assetId === assetId);
      return BigInt(found?.available ?? '0');
    },
    records: async () => (await api.get<{ readonly records: readonly RecordView[] }>('/records?limit=100')).records,
    record,
    waitFor: (recordId, status) =>
      until(`record ${recordId} as ${status}`, async () => {
        const found = await record(recordId);
        return found.status === status && found;
      }),
    draft,
    confirm,
    send: async (wanted) => {
      const answer = await confirm(await draft(wanted));
      if (answer.status !== 200) throw new Error(`a send was refused: ${answer.status} ${answer.text}`);
      return answer.body as RecordView;
    },
  };
}

async function readFirstWallet(api: ApiClient): Promise<Person['wallet']> {
  const { wallets } = await api.get<{ readonly wallets: readonly WalletView[] }>('/wallets');
  const first = assertFound(wallets[0], 'a registered person has no wallet');
  return { ...first, address: assertFound(first.address ?? undefined, 'a new wallet has no address') };
}

function newTarget(by: 'email' | 'phone'): Target {
  return by === 'email'
    ? { kind: 'email', email: `person-${randomUUID()}@example.org` }
    : { kind: 'phone', areaCode: '+49', number: `151${randomInt(10_000_000, 99_999_999)}` };
}
