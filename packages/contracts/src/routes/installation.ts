import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, networkField, timeField, unitsField } from '../fields.ts';
import { levelLimitsView } from '../levels.ts';

export const assetView = z.object({
  id: assetField,
  symbol: z.string(),
  name: z.string(),
  decimals: z.number().int(),
  /** Base58 address of the token contract; null for TRX and for a token not issued on chain yet. */
  contract: z.string().nullable(),
  networks: z.array(networkField),
});
export type AssetView = z.infer<typeof assetView>;

export const installationView = z.object({
  product: z.object({ name: z.string(), token: z.string() }),
  version: z.string(),
  /** Name of the web app's build that is served now; null where the API is served alone. */
  build: z.string().nullable(),
  profile: z.enum(['development', 'production', 'test']),
  network: z.object({
    id: z.enum(['local', 'private', 'nile', 'mainnet']),
    /** Of a private network, as its operator calls it; null for the others, which the app names in each language. */
    name: z.string().nullable(),
    confirmations: z.number().int(),
    /** How long these take where blocks come as they should. */
    arrivalSeconds: z.number().int(),
    explorerUrl: z.string().nullable(),
    /** How many nodes are asked; what they say has to agree. */
    nodes: z.number().int(),
  }),
  tabs: z.array(z.enum(['home', 'activity', 'reward', 'my', 'record'])),
  currencyUnit: z.literal('USDT'),
  assets: z.array(assetView),
  activation: z.object({
    minimum: unitsField,
    minimumAssetId: assetField,
    bonus: unitsField,
    bonusAssetId: assetField,
    /** False when the promotion account cannot pay: the screens then say that the promotion has ended. */
    promotionOpen: z.boolean(),
  }),
  incentives: z.object({
    /** Countries without bonuses and rewards, as ISO 3166-1 alpha-2. */
    closedCountries: z.array(z.string()),
    /** How long a declared country can be corrected. */
    correctionMinutes: z.number().int(),
  }),
  /** Where people write to, and what is promised about complaints. */
  support: z.object({
    email: z.string(),
    complaintsEmail: z.string(),
    /** Calendar days. */
    answerDays: z.number().int(),
    /** Who can be turned to when the answer does not help. */
    nextBody: z.object({ name: z.string(), url: z.string().nullable() }).nullable(),
  }),
  /** Which development helpers this installation offers. */
  development: z.object({ faucet: z.boolean(), inbox: z.boolean() }),
});
export type InstallationView = z.infer<typeof installationView>;

const unitsByAsset = z.object({ usdt: unitsField, trx: unitsField, reward: unitsField });

/** What the answers of the help page say in numbers, as it is in force now. Amounts without an asset are in USDT. */
export const rulesView = z.object({
  deposits: z.object({ confirmations: z.number().int(), arrivalSeconds: z.number().int() }),
  sending: z.object({
    minimums: unitsByAsset,
    /** The most a transfer to the chain can cost, in what is sent. */
    feeMaximums: unitsByAsset,
    maximum: unitsField,
    dailyMaximum: unitsField,
    reviewFrom: unitsField,
    secondOperatorFrom: unitsField,
    /** What levels of identity checks send to the chain at most. */
    levels: levelLimitsView,
  }),
  /** After so many wrong tries in a row transfers are locked, first for the one time, then for the other. */
  locks: z.object({ tries: z.number().int(), firstSeconds: z.number().int(), nextSeconds: z.number().int() }),
  /** How long transfers go only to addresses used before. */
  holds: z.object({ afterChangeSeconds: z.number().int(), afterObjectionSeconds: z.number().int() }),
  days: z.object({
    /** Until a lost authenticator is removed, at the earliest. */
    factorReset: z.number().int(),
    /** The longest single hold of an account. */
    freezeMax: z.number().int(),
    closingWait: z.number().int(),
    /** How long a declared country stands. */
    countryFixed: z.number().int(),
  }),
  /** Basis points, of which 100 are one percent: the fee of the amount given, the two shares of the fee. */
  swaps: z.object({
    fee: z.number().int(),
    swapperShare: z.number().int(),
    poolShare: z.number().int(),
    quoteSeconds: z.number().int(),
  }),
  pool: z.object({ everyHours: z.number().int(), shareBasisPoints: z.number().int() }),
});
export type RulesView = z.infer<typeof rulesView>;

const part = z.object({ ok: z.boolean(), detail: z.string() });

export const installationRoutes = {
  installation: oc
    .route({
      method: 'GET',
      path: '/installation',
      summary: 'Names, network, assets and terms of this installation',
      tags: ['installation'],
    })
    .output(installationView)
    .errors(declareProblems()),

  rules: oc
    .route({
      method: 'GET',
      path: '/installation/rules',
      summary: 'Limits, fees, waiting times and shares in force, for everybody',
      tags: ['installation'],
    })
    .output(rulesView)
    .errors(declareProblems()),

  health: oc
    .route({ method: 'GET', path: '/health', summary: 'Whether the parts answer', tags: ['installation'] })
    .output(
      z.object({
        ok: z.boolean(),
        time: timeField,
        version: z.string(),
        database: part,
        chain: part.extend({
          headBlock: z.number().int().nullable(),
          /** When the newest block was made. */
          headAt: timeField.nullable(),
          solidBlock: z.number().int().nullable(),
          creditedBlock: z.number().int().nullable(),
        }),
        /** Whether the invariants of the books hold, as the worker last found. */
        books: part,
      }),
    )
    .errors(declareProblems()),
};
