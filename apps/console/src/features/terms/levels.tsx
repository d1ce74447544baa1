import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { highestLevel, leastLevelLimit, levelLimitsField, type LevelLimitsView } from '@tern/contracts/levels';
import { usdtDecimals } from '@tern/money/asset';
import { useState } from 'react';
import { changesOn } from '../../shared/change-path.ts';
import { changesQuery } from '../../shared/changes-query.ts';
import { KindField } from '../../shared/fields.tsx';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { Money } from '../../shared/money.tsx';
import { Proposals } from '../../shared/proposals.tsx';
import { Propose } from '../../shared/propose.tsx';

const counts = Array.from({ length: highestLevel + 2 }, (_, count) => String(count));

type LevelRow = {
  readonly level: number;
  readonly now: string | null | undefined;
  /** In the order of `later`; undefined where there is no such level by then. */
  readonly later: readonly (string | null | undefined)[];
};

/** What levels of identity checks send to the chain at most, what is to come, and changing it by two administrators. */
export function Levels({ levels: found }: { levels: LevelLimitsView }) {
  const { t } = useLingui();
  const changes = useQuery(changesQuery).data?.changes ?? [];
  const { levels, later } = found;
  const count = Math.max(levels.length, ...later.map((version) => version.levels.length));
  const say = (limit: string | null | undefined) =>
    limit === undefined || limit === null ? t`as everybody` : <Money amount={limit} assetId="usdt" />;
  const columns: readonly DataColumn<LevelRow>[] = [
    { id: 'level', name: t`Level`, fixed: true, cell: ({ level }) => level },
    { id: 'now', name: t`To the chain in 24 hours`, fixed: true, end: true, cell: ({ now }) => say(now) },
    ...later.map(({ at }, place): DataColumn<LevelRow> => ({
      id: at,
      name: t`From ${formatTime(at)}`,
      fixed: true,
      end: true,
      cell: (row) => say(row.later[place]),
    })),
  ];
  return (
    <>
      <GivenTable
        name="terms-levels"
        label={t`Levels of identity checks`}
        lead={
          <p className="ink-2">
            <Trans>
              A level limits what a person sends to the chain in 24 hours, and only money that arrives after the limit
              took effect. Whatever is narrower counts 24 hours after it is carried out. Without levels, nobody is
              limited by one.
            </Trans>
          </p>
        }
        columns={columns}
        rows={Array.from({ length: count }, (_, level) => ({
          level,
          now: levels[level],
          later: later.map((version) => version.levels[level]),
        }))}
        keyOf={({ level }) => String(level)}
        empty={
          <p className="ink-2">
            <Trans>There are no levels. Two administrators set them below; nobody is limited by one until then.</Trans>
          </p>
        }
      />
      <section className="panel panels">
        <h2>
          <Trans>Change the levels</Trans>
        </h2>
        <LevelsForm key={found.last} found={found} />
      </section>
      <Proposals changes={changesOn('/terms', changes).filter(({ content }) => content.kind !== 'terms')} />
    </>
  );
}

/** The limits as they will be: for each level whole USDT, or nothing where it is limited as everybody. */
function LevelsForm({ found }: { found: LevelLimitsView }) {
  const { t } = useLingui();
  const decided = (found.later.at(-1)?.levels ?? found.levels).map((limit) =>
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
