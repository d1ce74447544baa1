import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { forgetDraft } from '../keep-draft.ts';
import { forgetLastLogin } from '../last-login.ts';

/**
 * Says who logged in here last, for those who have several accounts, and the way to log in with another one, which forgets
 * that and what the form `draft` keeps.
 */
export function LastLoginNote(props: { hint: string; draft: string; onForget: () => void }) {
  const { hint, draft, onForget } = props;
  const place = useLocation();
  function forget() {
    forgetLastLogin();
    forgetDraft(draft, place);
    onForget();
  }
  return (
    <div className="stack login-last">
      <p className="ink-2">
        <Trans>
          Last login on this device: <bdi dir="ltr">{hint}</bdi>
        </Trans>
      </p>
      <button type="button" className="link login-forgot" onClick={forget}>
        <Trans>Use another account</Trans>
      </button>
    </div>
  );
}
