import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** What waits under one heading, a table row each; says so where nothing does. */
export function TablePanel({ title, children }: { title: ReactNode; children: readonly ReactNode[] }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {children.length === 0 ? (
        <p className="ink-2">
          <Trans>Nothing.</Trans>
        </p>
      ) : (
        <table>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  );
}
