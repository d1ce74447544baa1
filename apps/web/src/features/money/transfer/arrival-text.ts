import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DraftView } from '@tern/contracts/routes/transfers';

const texts = {
  'at-once': msg`at once`,
  'about-a-minute': msg`in about a minute`,
  'after-review': msg`after a review by a person`,
} as const satisfies Record<DraftView['arrival'], unknown>;

/** When the receiver has the money, to stand beside "Arrives". */
export function arrivalText(arrival: DraftView['arrival']): string {
  return i18n._(texts[arrival]);
}
