import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PriceBasisView } from '@tern/contracts/routes/swaps';
import { formatList } from '../../../shared/format-list.ts';

const texts: Record<PriceBasisView['sources'][number], MessageDescriptor> = {
  operator: msg`fixed price`,
  chain: msg`trading pair on Tron`,
  ticker: msg`market price`,
};

/** Who says what a token costs, as a list in words. */
export function formatSources(sources: PriceBasisView['sources']): string {
  return formatList(
    sources.map((source) => i18n._(texts[source])),
    'conjunction',
  );
}
