import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { highestLevel, leastLevelLimit, levelLimitsField, type LevelLimitsView } from '@tern/contracts/levels';
import { usdtDecimals } from '@tern/money/asset';
import { useState } from 'react';
import { changesQuery } from '../../shared/changes-query.ts';
import { KindField } from '../../shared/fields.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { formatMoney } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { Proposals } from '../../shared/proposals.tsx';
import { Propose } from '../../shared/propose.tsx';

const counts = Array.from({ length: highestLevel + 2 }, (_, count) => String(count));

/** What levels of identity checks send to the chain at most, what is to come, and changing it by two administrators. */
export function Levels({ levels: found }: { levels: LevelLimitsView }) {
  const { assets } = useOperator();
  const changes = useQuery(changesQuery).data?.changes ?? [];
  const { levels, next } = found;
  const shown = Array.from({ length: Math.max(levels.length, next?.levels.length ?? 0) }, (_, level) => level);
  const say = (limit: string | null | undefined) =>
    limit === undefined || limit === null ? <Trans>as everybody</Trans> : formatMoney(limit, 'usdt', assets);
  return (
    <>
      <section className="panel panels">
        <h2>
          <Trans>Levels of identity checks</Trans>
        </h2>
        <p className="ink-2">
          <Trans>
            A level limits what a person sends to the chain in 24 hours, and only money that arrives after the limit
            came. Whatever is narrower counts 24 hours after it is carried out. Without levels, nobody is limited by
            one.
          </Trans>
        </p>
        {shown.length === 0 ? null : (
          <table>
            <thead>
              <tr>
                <th>
                  <Trans>Level</Trans>
                </th>
                <th className="end">
                  <Trans>To the chain in 24 hours</Trans>
                </th>
                {next === null ? null : (
                  <th className="end">
                    <Trans>From {formatTime(next.at)}</Trans>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((level) => (
                <tr key={level}>
                  <td>{level}</td>
                  <td className="end number">{say(levels[level])}</td>
                  {next === null ? null : <td className="end number">{say(next.levels[level])}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <LevelsForm key={found.last} found={found} />
      </section>
      <Proposals
        changes={changes.filter(({ content }) => content.kind === 'level-limits' || content.kind === 'person-level')}
      />
    </>
  );
}

/** The limits as they will be: for each level whole USDT, or nothing where it is limited as everybody. */
function LevelsForm({ found }: { found: LevelLimitsView }) {
  const { t } = useLingui();
  const decided = (found.next?.levels ?? found.levels).map((limit) =>
    limit === null ? '' : limit.slice(0, -usdtDecimals),
  );
  const [typed, setTyped] = useState<readonly string[]>(decided);
  const limits = typed.map((limit) => (limit.trim() === '' ? null : limit.trim()));
  const blocked = levelLimitsField.safeParse(limits).success
    ? undefined
    : t`Enter whole USDT, ${leastLevelLimit} at least, and for no level less than for the one before.`;
  return (
    <div className="terms-levels">
      <KindField
        label={t`How many levels`}
        labelled
        value={String(typed.length)}
        choices={counts.map((count) => [count, count])}
        onChange={(count) => setTyped(Array.from({ length: Number(count) }, (_, level) => typed[level] ?? ''))}
      />
      {typed.map((limit, level) => (
        // A level is its place.
        <label key={level}>
          <Trans>Level {level}, in USDT</Trans>
          <input
            className="input"
            inputMode="numeric"
            value={limit}
            maxLength={12}
            placeholder={t`as everybody`}
            onChange={({ target }) => setTyped(typed.map((each, at) => (at === level ? target.value : each)))}
          />
        </label>
      ))}
      <Propose label={t`Propose`} content={{ kind: 'level-limits', after: found.last, limits }} blocked={blocked} />
    </div>
  );
}
