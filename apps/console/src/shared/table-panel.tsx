import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** What waits under one heading, a table row each; says so where nothing does. */
export function TablePanel(props: {
  title: ReactNode;
  /** What is said where there is nothing. */
  empty?: ReactNode;
  children: readonly ReactNode[];
}) {
  const { title, empty = <Trans>Nothing.</Trans>, children } = props;
  return (
    <section className="panel">
      <h2>{title}</h2>
      {children.length === 0 ? (
        <p className="ink-2">{empty}</p>
      ) : (
        <table>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  );
}
