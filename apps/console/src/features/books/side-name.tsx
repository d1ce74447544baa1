import { Trans } from '@lingui/react/macro';

export function SideName({ side }: { side: 'debit' | 'credit' }) {
  return side === 'debit' ? <Trans>Debit</Trans> : <Trans>Credit</Trans>;
}
