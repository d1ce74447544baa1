import { Trans, useLingui } from '@lingui/react/macro';
import type { ScreeningRuleView } from '@tern/contracts/screening-rule';
import { usdtDecimals } from '@tern/money/asset';
import { formatAmount } from '@tern/money/format-amount';
import { parseAmount } from '@tern/money/parse-amount';
import { unitsFromWire } from '@tern/money/units';
import { useState } from 'react';
import { KindField, NameField } from '../../shared/fields.tsx';
import { Propose } from '../../shared/propose.tsx';

/** Proposes the next rule, beside what the one in force says. */
export function RuleForm({ inForce }: { inForce: ScreeningRuleView }) {
  const { t } = useLingui();
  const from = {
    sends: inForce.sends,
    deposits: inForce.deposits,
    closedFrom: formatAmount(unitsFromWire(inForce.closedFrom), usdtDecimals),
  };
  const [typed, setTyped] = useState(from);
  const to = { ...typed, closedFrom: typed.closedFrom.trim() };
  const isSame =
    inForce.version > 0 &&
    from.sends === to.sends &&
    from.deposits === to.deposits &&
    from.closedFrom === to.closedFrom;
  const blocked =
    'fault' in parseAmount(to.closedFrom, usdtDecimals)
      ? t`Enter an amount in USDT, for example 1000 or 0.`
      : isSame
        ? t`That is the rule in force.`
        : undefined;
  const asked = [
    ['yes', t`The service is asked`],
    ['no', t`The service is not asked`],
  ] as const;
  return (
    <section className="panel screening-form">
      <h3>
        <Trans>Change the rule</Trans>
      </h3>
      <KindField
        label={t`Withdrawals`}
        labelled
        value={typed.sends ? 'yes' : 'no'}
        choices={asked}
        onChange={(choice) => setTyped({ ...typed, sends: choice === 'yes' })}
      />
      <KindField
        label={t`Deposits`}
        labelled
        value={typed.deposits ? 'yes' : 'no'}
        choices={asked}
        onChange={(choice) => setTyped({ ...typed, deposits: choice === 'yes' })}
      />
      <NameField
        label={t`Held without an answer from, in USDT`}
        value={typed.closedFrom}
        maxLength={40}
        onChange={(closedFrom) => setTyped({ ...typed, closedFrom })}
      />
      <Propose
        label={t`Propose`}
        content={{ kind: 'screening-rule', after: inForce.version, from, to }}
        blocked={blocked}
      />
    </section>
  );
}
