import { Trans } from '@lingui/react/macro';
import type { ActionView } from '@tern/contracts/routes/console-log';
import { Link } from 'react-router';
import { useSayAction } from './use-say-action.ts';

/** A row as a sentence: who did what to what, which leads to its page, and why. */
export function ActionSentence({ row }: { row: ActionView }) {
  const { pieces, who, about, why } = useSayAction()(row);
  return (
    <>
      <span className="log-sentence">
        {pieces.map((piece, at) => {
          if ('text' in piece) return piece.text;
          if (piece.part === 'who')
            return (
              <b key={at} className="body-strong">
                {who}
              </b>
            );
          const text = <bdi key={at}>{about.text}</bdi>;
          return about.path === undefined ? (
            text
          ) : (
            <Link key={at} className="link" to={about.path}>
              {text}
            </Link>
          );
        })}
      </span>
      {why.reason === '' && why.written === '' ? null : (
        <span className="log-note ink-2">
          {why.reason}
          {why.reason === '' || why.written === '' ? null : ': '}
          {why.written === '' ? null : `“${why.written}”`}
        </span>
      )}
    </>
  );
}

/** What exactly was written, with the hash that covers it and everything before. */
export function ActionDetails({ row }: { row: ActionView }) {
  return (
    <details className="log-details">
      <summary>
        <Trans>Row {row.seq}</Trans>
      </summary>
      <dl className="mono">
        <div>
          <dt>
            <Trans>Action</Trans>
          </dt>
          <dd>{row.kind}</dd>
        </div>
        <div>
          <dt>
            <Trans>About</Trans>
          </dt>
          <dd>{row.subject}</dd>
        </div>
        <div>
          <dt>
            <Trans>Details</Trans>
          </dt>
          <dd>{row.details}</dd>
        </div>
        <div>
          <dt>
            <Trans>Hash</Trans>
          </dt>
          <dd>{row.hash}</dd>
        </div>
      </dl>
    </details>
  );
}
