import { Trans, useLingui } from '@lingui/react/macro';
import { CodeBoxes } from '@tern/ui/code-boxes';
import { Segmented } from '@tern/ui/segmented';
import { TextField } from '@tern/ui/text-field';
import { CodeTimeLeft } from '../../../shared/money+safety+sites/code-time-left.tsx';
import { FactorsLostLink } from '../../../shared/factors-lost-link.tsx';
import type { PresentFactorDraft, PresentFactorKind } from './present-factor.ts';

/** The factor a person has, by their choice where several count. */
export function PresentFactorFields(props: {
  kinds: readonly PresentFactorKind[];
  draft: PresentFactorDraft;
  error: string | undefined;
  onChange: (changes: Partial<PresentFactorDraft>) => void;
}) {
  const { t } = useLingui();
  const { kinds, draft, error, onChange } = props;
  const labels: Record<PresentFactorKind, string> = {
    'trade-password': t`Trade password`,
    authenticator: t`Authenticator`,
    'recovery-code': t`Recovery code`,
  };
  return (
    <div className="stack gap-4">
      {kinds.length > 1 ? (
        <Segmented
          label={t`Confirm with`}
          value={draft.kind}
          options={kinds.map((kind) => ({ value: kind, label: labels[kind] }))}
          onChange={(kind) => onChange({ kind })}
        />
      ) : null}
      {draft.kind === 'authenticator' ? (
        <CodeBoxes
          label={t`Authenticator code`}
          labelEnd={<CodeTimeLeft />}
          value={draft.authenticatorCode}
          error={error}
          onChange={(authenticatorCode) => onChange({ authenticatorCode })}
        />
      ) : draft.kind === 'trade-password' ? (
        <CodeBoxes
          label={t`Current trade password`}
          masked
          value={draft.tradePassword}
          error={error}
          onChange={(tradePassword) => onChange({ tradePassword })}
        />
      ) : (
        <TextField
          label={t`Recovery code`}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          ltr
          maxLength={40}
          value={draft.recoveryCode}
          error={error}
          hint={
            <Trans>
              You saved these sixteen letters and digits when you bound the authenticator. Each code works once.
            </Trans>
          }
          onChange={(event) => onChange({ recoveryCode: event.target.value })}
        />
      )}
      {draft.kind === 'recovery-code' || (draft.kind === 'authenticator' && kinds.length === 1) ? (
        <FactorsLostLink />
      ) : null}
    </div>
  );
}
