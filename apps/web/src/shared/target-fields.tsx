import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { ChevronDownIcon } from '@tern/ui/icons';
import { Segmented } from '@tern/ui/segmented';
import { TextField } from '@tern/ui/text-field';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { flagOf } from './area-codes.ts';
import { loadRegionNames } from './region-names.ts';
import type { TargetDraft } from './target-draft.ts';

const AreaCodeSheet = lazy(async () => {
  const [{ AreaCodeSheet: sheet }] = await Promise.all([import('./area-code-sheet.tsx'), loadRegionNames(i18n.locale)]);
  return { default: sheet };
});

/** Phone or e-mail: the choice and the field for it. */
export function TargetFields(props: { draft: TargetDraft; error: ReactNode; onChange: (draft: TargetDraft) => void }) {
  const { t } = useLingui();
  const { draft, onChange } = props;
  return (
    <>
      <Segmented
        label={t`Contact method`}
        value={draft.kind}
        options={[
          { value: 'phone', label: t`Phone` },
          { value: 'email', label: t`E-mail` },
        ]}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      {draft.kind === 'phone' ? (
        <TextField
          label={t`Phone number`}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          ltr
          value={draft.number}
          error={props.error}
          onChange={(event) => onChange({ ...draft, number: event.target.value })}
          prefix={<AreaCodeButton draft={draft} onChange={onChange} />}
        />
      ) : (
        <TextField
          label={t`E-mail address`}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          ltr
          value={draft.email}
          error={props.error}
          onChange={(event) => onChange({ ...draft, email: event.target.value })}
        />
      )}
    </>
  );
}

function AreaCodeButton(props: { draft: TargetDraft; onChange: (draft: TargetDraft) => void }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { areaCode } = props.draft;
  const chosen = areaCode ? `+${areaCode.dialCode}` : undefined;
  return (
    <>
      <button
        type="button"
        className="control-prefix"
        aria-haspopup="dialog"
        aria-label={chosen === undefined ? t`Choose an area code` : t`Area code ${chosen}`}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {areaCode ? (
          <>
            <span aria-hidden="true">{flagOf(areaCode.region)}</span>
            <bdi dir="ltr">{chosen}</bdi>
          </>
        ) : (
          <span className="ink-2">{t`Code`}</span>
        )}
        <ChevronDownIcon size="xs" />
      </button>
      {wanted ? (
        <Suspense>
          <AreaCodeSheet
            open={open}
            onClose={() => setOpen(false)}
            onChoose={(code) => {
              props.onChange({ ...props.draft, areaCode: code });
              setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
