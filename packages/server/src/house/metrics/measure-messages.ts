import type { DbReader } from '@tern/db/database';
import type { MetricSample } from './catalogue.ts';
import { selectMessageProviders, selectMessageTries } from './state-store.ts';

/** With fewer, one wrong number is a large share. */
const judgedFrom = 10;

const failedStates: ReadonlySet<string> = new Set(['undelivered', 'bounced', 'refused', 'not-accepted']);

/** What became of the messages of the last hour, and which providers are left alone. */
export async function measureMessages(db: DbReader): Promise<readonly MetricSample[]> {
  const [tries, providers] = await Promise.all([selectMessageTries(db), selectMessageProviders(db)]);
  const slots = [...new Set(tries.map(({ slot }) => slot))];
  return [
    ...tries.map(({ slot, state, items }) => ({
      name: 'wallet_messages' as const,
      labels: { provider: slot, state },
      value: items,
    })),
    ...slots.map((slot) => ({
      name: 'wallet_messages_failed_share' as const,
      labels: { provider: slot },
      value: failedShare(tries.filter((each) => each.slot === slot)),
    })),
    ...providers.map(({ slot, down }) => ({
      name: 'wallet_message_provider_down' as const,
      labels: { provider: slot },
      value: Number(down),
    })),
  ];
}

function failedShare(tries: readonly { readonly state: string; readonly items: number }[]): number {
  const all = tries.reduce((sum, { items }) => sum + items, 0);
  const failed = tries.filter(({ state }) => failedStates.has(state)).reduce((sum, { items }) => sum + items, 0);
  return all < judgedFrom ? 0 : failed / all;
}
