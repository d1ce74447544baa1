import { Trans } from '@lingui/react/macro';

/** Says who logged in here last, for those who have several accounts, and the way to log in with another one. */
export function LastLoginNote(props: { hint: string; onForget: () => void }) {
  const { hint } = props;
  return (
    <div className="stack login-last">
      <p className="ink-2">
        <Trans>
          Last login on this device: <bdi dir="ltr">{hint}</bdi>
        </Trans>
      </p>
      <button type="button" className="link login-forgot" onClick={props.onForget}>
        <Trans>Use another account</Trans>
      </button>
    </div>
  );
}
