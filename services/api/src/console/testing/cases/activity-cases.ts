import { assert } from '@tern/base/assert';
import { systemClock } from '@tern/base/clock';
import { dayMs, noMoney, byOlga, oneDecides, type Case, type Stage } from './case.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const terms = () => ({
  texts: { en: { title: 'Link it', summary: 'Show your ID.', purpose: 'We want to know.', criteria: ['ID seen'] } },
  platform: 'Examplebourse',
  affiliated: false,
  sampleName: null,
  reward: '12.5',
  places: 100,
  opensAt: new Date(systemClock.nowMs() - dayMs).toISOString(),
  closesAt: new Date(systemClock.nowMs() + 30 * dayMs).toISOString(),
  reviewHours: 24,
  pictureDays: 90,
});

async function draftActivity({
  olgasDesk,
}: Stage): Promise<{ readonly id: string; readonly terms: ReturnType<typeof terms> }> {
  const drawn = terms();
  const { id } = (await olgasDesk.post('/activities/draft', { id: null, terms: drawn })).json<{ id: string }>();
  return { id, terms: drawn };
}
const digestOf = async ({ olgasDesk }: Stage, id: string) =>
  (await olgasDesk.get(`/activities/${id}`)).json<{ digest: string }>().digest;

async function openActivity(stage: Stage): Promise<{ readonly id: string; readonly terms: ReturnType<typeof terms> }> {
  const drafted = await draftActivity(stage);
  const said = { step: 'publish', id: drafted.id, digest: await digestOf(stage, drafted.id) };
  const desk = stage.desks.treasurer;
  const published = await desk.post('/activities/step', await desk.sign('/activities/question', said));
  assert(published.statusCode === 200, published.body);
  return drafted;
}

const activity = (step: 'publish' | 'close', kind: string): Case => ({
  by: 'treasurer',
  make: async (stage) => {
    const publishes = step === 'publish';
    const { id, terms: drawn } = await (publishes ? draftActivity(stage) : openActivity(stage));
    return {
      sent: publishes ? { step, id, digest: await digestOf(stage, id) } : { step, id },
      kind,
      facts: {
        asset: publishes ? 'reward' : noMoney,
        amount: publishes ? String(1_250n * 10n ** 18n) : noMoney,
        about: [{ as: 'activity', name: 'Link it' }],
        author: byOlga,
        reason: { none: 'not-asked' },
        earlier: oneDecides,
        details: [
          { name: 'platform', text: 'Examplebourse' },
          { name: 'reward', asset: 'reward', amount: String(125n * 10n ** 17n) },
          { name: 'places', text: '100' },
          { name: 'opens', at: drawn.opensAt },
          { name: 'closes', at: drawn.closesAt },
        ],
      },
    };
  },
});

const entry = (decision: 'approve' | 'reject', kind: string): Case => ({
  by: 'reviewer',
  make: async (stage) => {
    const { world, mara } = stage;
    const id = await world.entry(mara, (await openActivity(stage)).id);
    const reason = decision === 'reject' ? { reason: 'unreadable', text: '' } : {};
    return { sent: { id, decision, ...reason }, kind };
  },
});

/** Activities and what people hand in. */
export const activityCases: Readonly<Record<string, Case>> = {
  'entries.decideEntry approve': entry('approve', 'entry-approved'),
  'entries.decideEntry reject': entry('reject', 'entry-rejected'),
  'activities.saveDraft': {
    by: 'treasurer',
    make: () =>
      Promise.resolve({
        sent: { id: null, terms: terms() },
        kind: 'activity-drafted',
        subject: (answer) => answer.json<{ id: string }>().id,
      }),
  },
  'activities.keepSample': {
    by: 'treasurer',
    make: () =>
      Promise.resolve({
        sent: { base64: pixel },
        kind: 'sample-kept',
        subject: (answer) => answer.json<{ name: string }>().name,
      }),
  },
  'activities.takeActivityStep publish': activity('publish', 'activity-published'),
  'activities.takeActivityStep close': activity('close', 'activity-closed'),
};
