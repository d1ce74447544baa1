import { Trans } from '@lingui/react/macro';
import type { AgreementDocument } from '@tern/contracts/agreement-versions';
import { Link } from 'react-router';
import { paths } from '../paths.ts';

/** The sentence beside the tick, with a link to every text it is about. */
export function AcceptSentence(props: { documents: readonly AgreementDocument[] }) {
  const asked = new Set(props.documents);
  if (asked.size === 2) {
    return (
      <Trans>
        I accept the{' '}
        <Link className="link" to={paths.protocol} target="_blank">
          user agreement
        </Link>{' '}
        and the{' '}
        <Link className="link" to={`${paths.protocol}?part=privacy`} target="_blank">
          privacy policy
        </Link>
        .
      </Trans>
    );
  }
  return asked.has('agreement') ? (
    <Trans>
      I accept the{' '}
      <Link className="link" to={paths.protocol} target="_blank">
        user agreement
      </Link>
      .
    </Trans>
  ) : (
    <Trans>
      I accept the{' '}
      <Link className="link" to={`${paths.protocol}?part=privacy`} target="_blank">
        privacy policy
      </Link>
      .
    </Trans>
  );
}
