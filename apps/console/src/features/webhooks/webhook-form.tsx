import { Trans, useLingui } from '@lingui/react/macro';
import { webhookKind, type WantedChange, type WebhookKind } from '@tern/contracts/routes/console-changes';
import type { WebhooksView } from '@tern/contracts/routes/console-webhooks';
import { useId, useState } from 'react';
import { CheckedSet } from '../../shared/checked-set.tsx';
import { ChoiceField, NameField } from '../../shared/fields.tsx';
import { Propose } from '../../shared/propose.tsx';
import { webhookKindTexts } from '../../shared/webhook-texts.ts';

type Typed = { readonly name: string; readonly url: string; readonly kinds: readonly WebhookKind[] };

const empty: Typed = { name: '', url: '', kinds: ['deposits', 'sends'] };

/** Proposes a new webhook, or another name, address or choice of events for one that is there. */
export function WebhookForm({ webhooks, hosts }: WebhooksView) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<Typed>(empty);
  const hintId = useId();
  const blocked = useHindrance(typed, hosts);
  const place = { name: typed.name.trim(), url: typed.url.trim(), kinds: [...typed.kinds] };
  const content: WantedChange =
    chosen === '' ? { kind: 'webhook-open', ...place } : { kind: 'webhook-change', webhookId: chosen, ...place };
  return (
    <section className="panel outside-form">
      <h2>
        <Trans>Open or change a webhook</Trans>
      </h2>
      <ChoiceField
        label={t`Webhook`}
        none={t`A new webhook`}
        value={chosen}
        choices={webhooks.map(({ id, name }) => [id, name])}
        onChange={(id) => {
          setChosen(id);
          setTyped(webhooks.find((webhook) => webhook.id === id) ?? empty);
        }}
      />
      <NameField label={t`Name`} value={typed.name} maxLength={60} onChange={(name) => setTyped({ ...typed, name })} />
      <label>
        <Trans>Address of the receiver</Trans>
        <input
          className="input"
          type="url"
          dir="ltr"
          value={typed.url}
          maxLength={500}
          spellCheck={false}
          aria-describedby={hintId}
          onChange={({ target }) => setTyped({ ...typed, url: target.value })}
        />
      </label>
      <small id={hintId} className="ink-2">
        {hosts.length === 0 ? null : (
          <Trans>
            Under one of: <bdi dir="ltr">{hosts.join(', ')}</bdi>
          </Trans>
        )}
      </small>
      <CheckedSet
        legend={<Trans>Told of</Trans>}
        options={webhookKind.options}
        texts={webhookKindTexts}
        chosen={typed.kinds}
        onChange={(kinds) => setTyped({ ...typed, kinds })}
      />
      <Propose key={chosen} label={t`Propose`} content={content} blocked={blocked} />
    </section>
  );
}

/** Why it cannot be proposed yet. */
function useHindrance({ name, url, kinds }: Typed, hosts: readonly string[]): string | undefined {
  const { t } = useLingui();
  if (hosts.length === 0) return t`The setting WEBHOOK_HOSTS names no host yet, so no webhook can be opened.`;
  if (name.trim().length < 3) return t`Enter a name first.`;
  if (!URL.canParse(url.trim())) return t`Enter the address of the receiver first.`;
  return kinds.length === 0 ? t`Choose at least one kind of events.` : undefined;
}
