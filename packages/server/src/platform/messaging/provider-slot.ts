import type { Channel } from './message.ts';

/** A provider's place in the installation. Text messages have a second one where the settings name it. */
export const providerSlots = ['mail', 'sms', 'sms-fallback'] as const;
export type ProviderSlot = (typeof providerSlots)[number];

/** What is known of one message at one provider; `accepted` says that nothing more is. */
export type TryState = 'accepted' | 'unclear' | 'not-accepted' | 'refused' | ReportedState;

/** What a provider reports of a message that it took. */
export type ReportedState = 'delivered' | 'undelivered' | 'bounced';

/** The ways out of a channel, the preferred one first. */
export function slotsOf(channel: Channel, hasFallback: boolean): readonly ProviderSlot[] {
  if (channel === 'email') return ['mail'];
  return hasFallback ? ['sms', 'sms-fallback'] : ['sms'];
}
