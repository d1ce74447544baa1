import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useOperator } from '../../shared/operator.ts';
import { Refusal } from '../../shared/refusal.tsx';
import { recognised } from './search-options.ts';
import { leastTyped } from './search-query.ts';
import type { Palette } from './use-palette.ts';

/** What was recognised and how much was found, said to readers as well; where nothing was, what can be found. */
export function SearchNote({ palette }: { palette: Palette }) {
  const { i18n } = useLingui();
  const { typed, typedAs, waits, groups, error } = palette;
  const text = typed.trim();
  const form = typedAs === undefined ? undefined : recognised[typedAs];
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const isSaid = text.length >= leastTyped && !waits && error === null;
  const isNothing = isSaid && count === 0;
  return (
    <div className="palette-note">
      <p role="status" className="ink-2">
        {form === undefined ? null : <span>{i18n._(form)} </span>}
        {waits ? <Trans>Searching…</Trans> : null}
        {isSaid && !isNothing && typedAs !== 'contact' ? (
          <Plural value={count} one="# result" other="# results" />
        ) : null}
        {palette.isNobody ? <Trans>No account has exactly this phone or e-mail.</Trans> : null}
        {isNothing ? <Trans>Nothing found for “{text}”.</Trans> : null}
      </p>
      {palette.isRecent ? (
        <button type="button" className="link" onClick={palette.forget}>
          <Trans>Forget these pages</Trans>
        </button>
      ) : null}
      <Refusal error={error} />
      {(text === '' && !palette.isRecent) || isNothing ? (
        <WhatCanBeFound isTransaction={typedAs === 'transaction'} text={text} />
      ) : null}
    </div>
  );
}

/** What the field takes, with an example of each; of a transaction that is not known, where it can be. */
function WhatCanBeFound({ isTransaction, text }: { isTransaction: boolean; text: string }) {
  const { explorerUrl } = useOperator();
  const txId = /[0-9a-f]{64}/i.exec(text)?.[0]?.toLowerCase();
  if (isTransaction && txId !== undefined && explorerUrl !== null) {
    return (
      <p>
        <Trans>
          If it pays an address of this wallet, it appears here within a minute after its block is final.{' '}
          <a className="link" href={`${explorerUrl}/#/transaction/${txId}`} target="_blank" rel="noreferrer">
            Open it in the explorer
          </a>
        </Trans>
      </p>
    );
  }
  return (
    <ul className="palette-help ink-2">
      <li>
        <Trans>A person by account number, username, or exact phone or e-mail</Trans>
      </li>
      <li>
        <Trans>A transaction by its id, by an address, or by an amount such as 1250.5 USDT</Trans>
      </li>
      <li>
        <Trans>A record, withdrawal, entry, activity or complaint by its id, a journal as J-4711</Trans>
      </li>
      <li>
        <Trans>An operator by name, and every page by what you call it</Trans>
      </li>
    </ul>
  );
}
