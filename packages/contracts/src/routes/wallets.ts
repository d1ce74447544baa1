import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import {
  assetField,
  idempotencyHeaders,
  idField,
  priceSourceField,
  timeField,
  unitsField,
  walletIdField,
} from '../fields.ts';

export const walletView = z.object({
  id: idField,
  name: z.string(),
  /** Base58 Tron address of this wallet alone; null once the signer has disowned it, for nobody may send there any more. */
  address: z.string().nullable(),
  isDefault: z.boolean(),
  /** Left out of choices while it is empty, as the person wants it. */
  hideWhenEmpty: z.boolean(),
});
export type WalletView = z.infer<typeof walletView>;

const listedWallet = walletView.extend({
  /** Whether the ledger holds nothing in it. */
  empty: z.boolean(),
});
export type ListedWallet = z.infer<typeof listedWallet>;
const walletList = z.object({ wallets: z.array(listedWallet) });

/** A wallet's name as typed; the server says what is wrong with it. */
const walletNameInput = z.string().max(200);

/** What an asset costs. */
export const priceView = z.object({
  /** Plain decimal: the currency unit for one whole token. For display. */
  price: z.string(),
  at: timeField,
  /** No source has confirmed it for ten minutes. */
  stale: z.boolean(),
  /** What it is the median of, the youngest first. */
  sources: z.array(z.object({ source: priceSourceField, at: timeField })),
  /** The youngest, as pages of 2.1.0 show it; gone with the release after the next. */
  source: priceSourceField,
});
export type PriceView = z.infer<typeof priceView>;

export const balanceView = z.object({
  assetId: assetField,
  /** Everything the ledger holds for the person, holds included. */
  posted: unitsField,
  /** Reserved by transfers under way. */
  held: unitsField,
  /** Of it: deposits that wait for a security check. Their records say until when. */
  heldForCheck: unitsField.default('0'),
  /** posted − held. */
  available: unitsField,
  price: priceView.nullable(),
  /** Value of `posted` in the currency unit's base units (USDT, 6 decimals), rounded down; null without a price. */
  value: unitsField.nullable(),
  /** Where operators close this coin: from when on it is neither swapped nor offered for top-ups. It can always be sent out. */
  closing: z.object({ from: timeField, closed: z.boolean() }).optional(),
});
export type BalanceView = z.infer<typeof balanceView>;

export const overviewView = z.object({
  wallet: walletView,
  balances: z.array(balanceView),
  /** Sum of the known values; `complete` is false when an asset with a balance has no price. */
  total: z.object({ value: unitsField, complete: z.boolean() }),
});
export type OverviewView = z.infer<typeof overviewView>;

export const walletRoutes = {
  listWallets: oc
    .route({ method: 'GET', path: '/wallets', summary: 'Wallets of the signed-in person', tags: ['wallets'] })
    .output(walletList)
    .errors(declareProblems()),

  createWallet: oc
    .route({
      method: 'POST',
      path: '/wallets',
      summary: 'Add another wallet with an address of its own',
      tags: ['wallets'],
      inputStructure: 'detailed',
    })
    .input(z.object({ headers: idempotencyHeaders, body: z.strictObject({ name: walletNameInput }) }))
    .output(walletView)
    .errors(declareProblems('AGREEMENT_REQUIRED', 'WALLET_NAME_INVALID', 'WALLET_LIMIT_REACHED')),

  changeWallet: oc
    .route({
      method: 'POST',
      path: '/wallets/{walletId}',
      summary: 'Rename a wallet, or hide it while it is empty',
      tags: ['wallets'],
    })
    .input(
      z.strictObject({
        walletId: walletIdField,
        name: walletNameInput.optional(),
        hideWhenEmpty: z.boolean().optional(),
      }),
    )
    .output(walletView)
    .errors(declareProblems('AGREEMENT_REQUIRED', 'WALLET_NAME_INVALID')),

  chooseDefaultWallet: oc
    .route({
      method: 'POST',
      path: '/wallets/{walletId}/default',
      summary: 'Make a wallet the one everything opens with',
      tags: ['wallets'],
    })
    .input(z.strictObject({ walletId: walletIdField }))
    .output(walletList)
    .errors(declareProblems('AGREEMENT_REQUIRED')),

  orderWallets: oc
    .route({ method: 'POST', path: '/wallets/order', summary: 'Put the wallets in order', tags: ['wallets'] })
    .input(z.strictObject({ walletIds: z.array(walletIdField).min(1).max(10) }))
    .output(walletList)
    .errors(declareProblems('AGREEMENT_REQUIRED', 'WALLETS_CHANGED')),

  overview: oc
    .route({
      method: 'GET',
      path: '/wallets/{walletId}/overview',
      summary: 'Balances and value of one wallet',
      tags: ['wallets'],
    })
    .input(z.object({ walletId: walletIdField }))
    .output(overviewView)
    .errors(declareProblems()),

  receive: oc
    .route({
      method: 'GET',
      path: '/wallets/{walletId}/receive',
      summary: 'Where to send money to, and what is credited',
      tags: ['wallets'],
    })
    .input(z.object({ walletId: walletIdField }))
    .output(
      z.object({
        /** As in the wallet: null where nothing may be sent any more. */
        address: z.string().nullable(),
        confirmations: z.number().int(),
        /** Approximate time from sending to credit. */
        arrivalSeconds: z.number().int(),
        /** What is `closed` is not offered any more; where it arrives all the same, it is credited. */
        assets: z.array(z.object({ assetId: assetField, credited: z.boolean(), closed: z.boolean() })),
        /** False where the node does not save internal transactions: TRX sent by contracts is then routed to suspense. */
        trxFromContracts: z.boolean(),
      }),
    )
    .errors(declareProblems()),
};

export const developmentRoutes = {
  faucet: oc
    .route({
      method: 'POST',
      path: '/development/faucet',
      summary: 'Send real test coins to a wallet (development only)',
      tags: ['development'],
    })
    .input(z.strictObject({ walletId: walletIdField, assetId: assetField }))
    .output(z.object({ txId: z.string(), amount: unitsField }))
    .errors(declareProblems('AGREEMENT_REQUIRED', 'FAUCET_UNAVAILABLE')),
};
