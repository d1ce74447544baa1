import { Trans } from '@lingui/react/macro';

/** Who reads a memo, in the form and before it is confirmed. Settled inside, the receiver has a record with it too. */
export function MemoNote({ isInternal }: { isInternal: boolean }) {
  if (isInternal) return <Trans>The receiver reads it too.</Trans>;
  return <Trans>Only you see it. It is not written on the chain.</Trans>;
}
