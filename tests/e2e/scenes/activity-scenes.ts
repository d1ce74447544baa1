import { expect, type Page } from '@playwright/test';
import type { ActivityCard, ActivityView, ParticipationView } from '@tern/contracts/routes/activities';
import { cardOf, choosePicture, confirmButton, participate, sampleTitle, userIdField } from '../pages/activity-page.ts';
import { newPicture } from '../support/pictures.ts';
import type { Scene } from './scene.ts';

const ids = [1, 2, 3, 4, 5].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const picture = {
  name: `${'0'.repeat(32)}.webp`,
  path: `/api/activities/pictures/${'0'.repeat(32)}.webp`,
  deletesAt: '2027-02-19T12:00:00.000Z',
};

const participation: ParticipationView = {
  status: 'under-review',
  externalId: '48219037',
  picture,
  submittedAt: '2026-11-21T12:00:00.000Z',
  answerBy: '2026-11-22T18:00:00.000Z',
  late: false,
  decidedAt: null,
  rejection: null,
  resubmitUntil: null,
  triesLeft: 4,
  recordId: null,
};
const decidedAt = '2026-11-21T15:00:00.000Z';
const parts = {
  'under-review': participation,
  late: { ...participation, late: true },
  approved: { ...participation, status: 'approved', decidedAt },
  paying: { ...participation, status: 'paying', decidedAt },
  completed: { ...participation, status: 'completed', decidedAt, recordId: ids[4] ?? null },
  failed: {
    ...participation,
    status: 'failed',
    decidedAt,
    rejection: { reason: 'unreadable', text: 'The last digits are cut off at the edge of the screen.' },
    resubmitUntil: '2026-11-30T12:00:00.000Z',
  },
  over: {
    ...participation,
    status: 'failed',
    decidedAt,
    picture: null,
    rejection: { reason: 'other', text: 'The account in the picture belongs to somebody else.' },
    triesLeft: 0,
  },
} as const satisfies Record<string, ParticipationView>;

const card: ActivityCard = {
  id: ids[0] ?? '',
  title: 'Link your exchange account',
  summary: 'Show your exchange user ID on a screenshot.',
  language: 'en',
  reward: String(50n * 10n ** 18n),
  places: 500,
  placesLeft: 182,
  closesAt: '2026-11-30T12:00:00.000Z',
  reviewHours: 24,
  platform: 'Harbour Exchange',
  open: true,
  participation: null,
};
const cards: readonly ActivityCard[] = [
  {
    ...card,
    id: ids[1] ?? '',
    title: 'First swap',
    platform: 'Tidewater',
    summary: 'Swapped at least 5 USDT.',
    participation: parts.approved,
  },
  { ...card, id: ids[3] ?? '', title: 'Show your first deposit', platform: 'Lantern Pay', participation: parts.failed },
  {
    ...card,
    id: ids[2] ?? '',
    title: 'Show your wallet at work',
    platform: 'North Quay',
    participation: parts['under-review'],
  },
  card,
];

/** An activity in a state that takes people and days to reach; all else on the page is what the server says. */
async function openActivity(page: Page, changes: Partial<ActivityView>): Promise<void> {
  const { participation: _, ...summary } = card;
  const activity: ActivityView = {
    ...summary,
    purpose: 'We want to know which exchanges people use beside this wallet.',
    criteria: ['The screenshot is of your own account page.', 'The user ID is readable and is the one you typed.'],
    affiliated: false,
    samplePath: null,
    pictureDays: 90,
    refusal: null,
    participation: null,
    ...changes,
  };
  await page.route(`**/api/activities/${card.id}*`, (route) => route.fulfill({ json: activity }));
  await page.route(`**${picture.path}`, (route) => route.fulfill({ contentType: 'image/png', body: newPicture() }));
  await page.goto(`/pages/activity/detail?id=${card.id}`);
  await expect(page.getByRole('heading', { name: card.title })).toBeVisible();
}

async function openList(page: Page, activities: readonly ActivityCard[], offered = true, query = ''): Promise<void> {
  await page.route('**/api/activities?*', (route) =>
    route.fulfill({ json: { activities, nextCursor: null, offered } }),
  );
  await page.goto(`/pages/activity/index${query}`);
}

const inState = (name: string, part: ParticipationView): Scene => ({
  name: `activity-${name}`,
  as: 'owner',
  open: (page) => openActivity(page, { participation: part }),
});

const refused = (refusal: NonNullable<ActivityView['refusal']>): Scene => ({
  name: `activity-refused-${refusal}`,
  as: 'owner',
  open: (page) => openActivity(page, { refusal }),
});

/** Activities: the list with its tabs, and an activity in each of its states. */
export const activityScenes: readonly Scene[] = [
  {
    name: 'activities',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/activity/index');
      await expect(cardOf(page, sampleTitle)).toBeVisible();
    },
  },
  {
    name: 'activities-states',
    as: 'owner',
    open: async (page) => {
      await openList(page, cards);
      await expect(cardOf(page, 'First swap')).toBeVisible();
    },
  },
  {
    name: 'activities-help',
    as: 'owner',
    open: async (page) => {
      await openList(page, cards);
      await page.getByRole('button', { name: 'How activities work' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'activities-reviewing-none',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/activity/index?tab=reviewing');
      await expect(page.getByText('No entries under review')).toBeVisible();
    },
  },
  {
    name: 'activities-not-offered',
    as: 'newcomer',
    open: async (page) => {
      await openList(page, [], false);
      await expect(page.getByText('No activities where you live')).toBeVisible();
    },
  },
  {
    name: 'activities-unreachable',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/activities?*', (route) => route.abort());
      await page.goto('/pages/activity/index');
      await expect(page.getByText('Couldn’t load the activities.')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'activity-start',
    as: 'owner',
    open: async (page) => {
      await openActivity(page, {});
      await expect(page.getByRole('button', { name: 'Participate' })).toBeVisible();
    },
  },
  {
    name: 'activity-form-missing',
    as: 'owner',
    open: async (page) => {
      await openActivity(page, {});
      await participate(page);
      await confirmButton(page).click();
      await expect(page.getByText('Choose a picture')).toBeVisible();
    },
  },
  {
    name: 'activity-form',
    as: 'owner',
    open: async (page) => {
      await openActivity(page, {});
      await participate(page);
      await userIdField(page).fill('48219037');
    },
  },
  {
    name: 'activity-form-refused',
    as: 'owner',
    open: async (page) => {
      await openActivity(page, {});
      await page.route('**/api/activities/*/entries', (route) =>
        route.fulfill({ status: 409, json: { code: 'PARTICIPATION_DATA_USED', status: 409 } }),
      );
      await page.route('**/api/activities/pictures', (route) => route.fulfill({ json: picture }));
      await participate(page);
      await userIdField(page).fill('48219037');
      await choosePicture(page);
      await confirmButton(page).click();
      await expect(page.getByText('This information has already been used, try another account')).toBeVisible();
    },
  },
  {
    name: 'activity-claim',
    as: 'owner',
    open: async (page) => {
      await openActivity(page, { participation: parts.approved });
      await page.getByRole('button', { name: 'Claim' }).click();
      await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible();
    },
  },
  {
    name: 'activity-unknown',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/activity/detail');
      await expect(page.getByText('Activity not found')).toBeVisible();
    },
  },
  ...Object.entries(parts).map(([name, part]) => inState(name, part)),
  ...(['not-active', 'no-country', 'full', 'not-open'] as const).map(refused),
];
