import { expect } from '@playwright/test';
import type { ComplaintView } from '@tern/contracts/routes/complaints';
import type { StatusView } from '@tern/contracts/routes/status';
import type { Scene } from './scene.ts';

/** How the service can be at its worst: every kind of incident, and all that people are told. */
export const badDay: StatusView = {
  checkedAt: '2026-01-02T03:04:05.000Z',
  services: [
    { service: 'deposits', state: 'delayed', since: '2026-01-02T02:10:00.000Z' },
    { service: 'withdrawals', state: 'stopped', since: '2026-01-02T02:12:00.000Z' },
    { service: 'swaps', state: 'limited', since: '2026-01-02T01:00:00.000Z' },
    { service: 'rewards', state: 'limited', since: '2026-01-02T01:00:00.000Z' },
    { service: 'logins', state: 'running', since: null },
    { service: 'connections', state: 'running', since: null },
  ],
  incidents: [
    { kind: 'reserve-gap', flow: null, assetId: 'usdt', missing: '150000000' },
    { kind: 'chain-stalled', flow: null, assetId: null, missing: null },
    { kind: 'flow-stopped', flow: 'withdrawals' as const, assetId: null, missing: null },
    { kind: 'books-broken', flow: null, assetId: null, missing: null },
  ].map((each, index) => ({
    ...each,
    since: `2026-01-02T02:1${index}:00.000Z`,
    until: null,
  })) as StatusView['incidents'],
  history: [
    {
      kind: 'processing-stopped',
      flow: null,
      assetId: null,
      missing: null,
      since: '2025-12-30T22:10:00.000Z',
      until: '2025-12-30T22:31:00.000Z',
    },
    {
      kind: 'sending-paused',
      flow: null,
      assetId: 'trx',
      missing: null,
      since: '2025-12-24T10:00:00.000Z',
      until: '2025-12-24T12:00:00.000Z',
    },
  ],
  announcements: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      title: 'Transfers of USDT are paused this morning',
      body: 'We found a transaction that we did not order.\nYour balance stays as it is. We write again by noon (UTC).',
      language: 'en',
      sentAt: '2026-01-02T02:30:00.000Z',
    },
  ],
};

const complaints: readonly ComplaintView[] = [
  {
    id: '00000000-0000-4000-8000-000000000002',
    subject: 'The transfer of Monday was rejected',
    text: 'I sent 120 USDT to my own address elsewhere.\nIt was rejected without a reason.',
    recordId: '00000000-0000-4000-8000-000000000003',
    filedAt: '2026-01-02T03:04:05.000Z',
    dueAt: '2026-01-17T03:04:05.000Z',
    answer: null,
  },
  {
    id: '00000000-0000-4000-8000-000000000004',
    subject: 'Bonus not paid',
    text: 'My first top-up was 12 USDT and no bonus came.',
    recordId: null,
    filedAt: '2025-12-20T03:04:05.000Z',
    dueAt: '2026-01-04T03:04:05.000Z',
    answer: { text: 'You had not told us your country yet. It is paid now.', at: '2025-12-22T09:00:00.000Z' },
  },
];

/** Where people find help, and how the service is. */
export const supportScenes: readonly Scene[] = [
  {
    name: 'support',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/common/support');
      await expect(page.getByRole('heading', { name: 'How to complain' })).toBeVisible();
    },
  },
  {
    name: 'support-signed-in',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/index');
      await page.getByRole('link', { name: 'Contact support' }).click();
      await expect(page.getByRole('link', { name: 'Complaints', exact: true }).first()).toBeVisible();
    },
  },
  {
    name: 'complaints',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/complaints');
      await expect(page.getByText('No complaints')).toBeVisible();
    },
  },
  {
    name: 'complaints-filed',
    as: 'newcomer',
    open: async (page) => {
      await page.route('**/api/complaints', (route) => route.fulfill({ json: { complaints } }));
      await page.goto('/pages/my/complaints');
      await expect(page.getByText('Our answer of')).toBeVisible();
    },
  },
  {
    name: 'complaint-refused',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/complaints');
      await page.getByLabel('Subject').fill('No');
      await page.getByLabel('What happened').fill('It did not arrive.');
      await page.getByRole('button', { name: 'File complaint' }).click();
      await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(/^Enter 3 to 120/);
    },
  },
  {
    name: 'status',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/common/status');
      await expect(page.getByRole('heading', { name: 'Last 90 days' })).toBeVisible();
    },
  },
  {
    name: 'status-bad-day',
    as: 'visitor',
    open: async (page) => {
      await page.route('**/api/status?*', (route) => route.fulfill({ json: badDay }));
      await page.goto('/pages/common/status');
      await expect(page.getByText('Part of the service is affected')).toBeVisible();
    },
  },
  {
    name: 'status-unreachable',
    as: 'visitor',
    open: async (page) => {
      await page.route('**/api/status?*', (route) => route.abort());
      await page.goto('/pages/common/status');
      await expect(page.getByText('Couldn’t load the status.')).toBeVisible({ timeout: 30_000 });
    },
  },
];
