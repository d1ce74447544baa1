import { expect } from '@playwright/test';
import type { LevelLimitsView, OwnLevelView } from '@tern/contracts/levels';
import type { RecordDetailView } from '@tern/contracts/routes/records';
import type { TransferOptionView } from '@tern/contracts/routes/transfers';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { changeAnswer } from './change-answer.ts';
import type { Scene } from './scene.ts';

type Options = { readonly options: readonly TransferOptionView[]; readonly level: OwnLevelView | null };
type Rules = { readonly sending: { readonly levels: LevelLimitsView } };

const deadline = '2099-03-01T12:00:00.000Z';

/** What levels of identity checks and checks of deposits let a person do: off in this installation, so told as if they were on. */
export const limitScenes: readonly Scene[] = [
  {
    name: 'transfer-level',
    as: 'owner',
    open: async (page) => {
      await changeAnswer<Options>(page, '**/api/transfers/options*', ({ options }) => ({
        options: options.map((option) => ({ ...option, levelRemaining: '12340000' })),
        level: {
          ...{ level: 1, daily: '1000000000', left: '12340000', moreAt: deadline, until: deadline },
          next: { at: deadline, daily: '100000000' },
        },
      }));
      await page.goto('/pages/index/transfer');
      await expect(page.getByText('Level of your identity check')).toBeVisible();
    },
  },
  {
    name: 'receive-levels',
    as: 'owner',
    open: async (page) => {
      await changeAnswer<Rules>(page, '**/api/installation/rules', (rules) => ({
        ...rules,
        sending: {
          ...rules.sending,
          levels: {
            last: 3,
            levels: ['300000000', '5000000000', null],
            later: [
              { at: deadline, levels: ['200000000', '5000000000', null] },
              { at: '2099-03-02T12:00:00.000Z', levels: ['100000000', '5000000000', null] },
            ],
          },
        },
      }));
      await page.goto('/pages/index/receive');
      await expect(
        page.getByText(/from the lowest level up: 300.*Mar 1, 2099.*: 200.*Mar 2, 2099.*: 100/),
      ).toBeVisible();
    },
  },
  {
    name: 'home-held-deposit',
    as: 'owner',
    open: async (page) => {
      await changeAnswer<OverviewView>(page, '**/api/wallets/*/overview', (overview) => ({
        ...overview,
        balances: overview.balances.map((balance) => {
          const half = String(BigInt(balance.posted) / 2n);
          return {
            ...balance,
            held: half,
            heldForCheck: half,
            available: String(BigInt(balance.posted) - BigInt(half)),
          };
        }),
      }));
      await page.goto('/pages/index/index');
      await expect(page.getByText(/held for a security check/).first()).toBeVisible();
    },
  },
  {
    name: 'record-held-deposit',
    as: 'owner',
    open: async (page, { records }) => {
      await changeAnswer<RecordDetailView>(page, `**/api/records/${records.received}`, (record) => ({
        ...record,
        ...({ status: 'pending-review', decidedBy: deadline } as const),
        timeline: record.timeline.flatMap((step) =>
          step.step === 'credited'
            ? [
                { step: 'under-review', state: 'now', at: record.updatedAt } as const,
                { ...step, state: 'todo', at: null } as const,
              ]
            : [step],
        ),
      }));
      await page.goto(`/pages/record/detail?id=${records.received}`);
      await expect(page.getByText(/this deposit is being checked/)).toBeVisible();
    },
  },
];
