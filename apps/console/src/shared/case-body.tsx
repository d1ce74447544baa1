import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** What there is to know about a case: it scrolls by itself, so a keyboard has to get into it. */
export function CaseBody({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <section className="case-body" aria-label={t`Details`} tabIndex={0}>
      {children}
    </section>
  );
}
