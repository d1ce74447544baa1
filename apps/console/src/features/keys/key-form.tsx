import { Trans, useLingui } from '@lingui/react/macro';
import type { WantedChange } from '@tern/contracts/routes/console-changes';
import type { KeysView } from '@tern/contracts/routes/console-keys';
import { addressRange, keyDays, serviceScope, type ServiceScope } from '@tern/contracts/service-key';
import { useId, useState } from 'react';
import { CheckedSet } from '../../shared/checked-set.tsx';
import { ChoiceField, KindField, NameField } from '../../shared/fields.tsx';
import { scopeTexts } from '../../shared/key-texts.ts';
import { Propose } from '../../shared/propose.tsx';

type Days = (typeof keyDays)[number];
type Typed = {
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
  /** One range a line. */
  readonly addresses: string;
};

const empty: Typed = { name: '', scopes: ['transactions:read'], addresses: '' };
const linesOf = (text: string): readonly string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Proposes a new key, or another name, other scopes or addresses of one that is there. */
export function KeyForm({ keys }: KeysView) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<Typed>(empty);
  const [days, setDays] = useState<Days>(90);
  const changeable = keys.filter(({ state }) => state !== 'revoked');
  const granted = { name: typed.name.trim(), scopes: [...typed.scopes], addresses: [...linesOf(typed.addresses)] };
  const content: WantedChange =
    chosen === '' ? { kind: 'key-open', ...granted, days } : { kind: 'key-change', keyId: chosen, ...granted };
  return (
    <section className="panel outside-form">
      <h2>
        <Trans>Open or change a key</Trans>
      </h2>
      <small className="ink-2">
        <a href="/service/v1/docs">
          <Trans>What can be called with a key</Trans>
        </a>
      </small>
      <ChoiceField
        label={t`Key`}
        none={t`A new key`}
        value={chosen}
        choices={changeable.map(({ id, name }) => [id, name])}
        onChange={(id) => {
          setChosen(id);
          const key = keys.find((each) => each.id === id);
          setTyped(key === undefined ? empty : { ...key, addresses: key.addresses.join('\n') });
        }}
      />
      <NameField label={t`Name`} value={typed.name} maxLength={60} onChange={(name) => setTyped({ ...typed, name })} />
      <CheckedSet
        legend={<Trans>Scopes</Trans>}
        options={serviceScope.options}
        texts={scopeTexts}
        chosen={typed.scopes}
        onChange={(scopes) => setTyped({ ...typed, scopes })}
      />
      <Addresses value={typed.addresses} onChange={(addresses) => setTyped({ ...typed, addresses })} />
      {chosen === '' ? (
        <KindField
          label={t`Ends after`}
          labelled
          value={String(days)}
          choices={keyDays.map((each) => [String(each), t`${each} days`])}
          onChange={(wanted) => setDays(keyDays.find((each) => String(each) === wanted) ?? days)}
        />
      ) : (
        <small className="ink-2">
          <Trans>Its secret and its end stay as they are. For others, open another key and revoke this one.</Trans>
        </small>
      )}
      <Propose key={chosen} label={t`Propose`} content={content} blocked={useHindrance(typed)} />
    </section>
  );
}

/** Where the other system calls from, one range a line. */
function Addresses({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const hintId = useId();
  return (
    <>
      <label>
        <Trans>Addresses of the other system</Trans>
        <textarea
          className="input"
          dir="ltr"
          rows={3}
          value={value}
          maxLength={1_000}
          spellCheck={false}
          aria-describedby={hintId}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      <small id={hintId} className="ink-2">
        <Trans>
          One range a line, such as <bdi dir="ltr">203.0.113.7/32</bdi> for one address or{' '}
          <bdi dir="ltr">203.0.113.0/24</bdi>. Calls from elsewhere are refused.
        </Trans>
      </small>
    </>
  );
}

/** Why it cannot be proposed yet. */
function useHindrance({ name, scopes, addresses }: Typed): string | undefined {
  const { t } = useLingui();
  if (name.trim().length < 3) return t`Enter a name first.`;
  if (scopes.length === 0) return t`Choose at least one scope.`;
  const ranges = linesOf(addresses);
  if (ranges.length === 0) return t`Enter at least one range of addresses.`;
  if (ranges.length > 20) return t`A key can have 20 ranges at most.`;
  const wrong = ranges.find((range, at) => !addressRange.safeParse(range).success || ranges.indexOf(range) !== at);
  return wrong === undefined
    ? undefined
    : t`${wrong} is no range, is too wide or stands there twice. A network is written without a host, as 203.0.113.0/24.`;
}
