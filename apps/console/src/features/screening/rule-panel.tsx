import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { DecidedRuleView, ScreeningRuleView } from '@tern/contracts/screening-rule';
import { Empty } from '@tern/ui/empty';
import { Facts } from '@tern/ui/facts';
import { api } from '../../shared/api.ts';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { ForRoles } from '../../shared/for-roles.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { useSayRule } from '../../shared/use-say-rule.ts';
import { RuleForm } from './rule-form.tsx';

function useRules() {
  return useInfiniteQuery({
    queryKey: ['screening', 'rule'],
    queryFn: ({ pageParam }) => api.screening.showRule(pageParam === undefined ? {} : { before: pageParam }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? 10_000 : false),
  });
}

/** When the outside service is asked and what a missing answer holds, who decided it, and a change of it by two. */
export function RulePanel() {
  const rules = useRules();
  const inForce = rules.data?.pages[0]?.inForce;
  return (
    <section className="panels" aria-labelledby="screening-rule">
      <h2 id="screening-rule">
        <Trans>Rule of the screening service</Trans>
      </h2>
      {inForce === undefined ? null : (
        <div className="screening-forms">
          <InForce rule={inForce} />
          <ForRoles roles={['administrator']} title={<Trans>Change the rule</Trans>}>
            <RuleForm key={inForce.version} inForce={inForce} />
          </ForRoles>
        </div>
      )}
      <EarlierRules query={rules} />
    </section>
  );
}

function InForce({ rule: { version, sends, deposits, closedFrom } }: { rule: ScreeningRuleView }) {
  const { t } = useLingui();
  const { sayAsked, sayClosedFrom } = useSayRule();
  return (
    <section className="panel screening-form">
      <h3>{version === 0 ? <Trans>No rule decided</Trans> : <Trans>Rule {version}</Trans>}</h3>
      <Facts
        tight
        facts={[
          { key: 'sends', term: t`Withdrawals`, value: sayAsked(sends) },
          { key: 'deposits', term: t`Deposits`, value: sayAsked(deposits) },
          { key: 'closed-from', term: t`Held without an answer from`, value: sayClosedFrom(closedFrom) },
        ]}
      />
      <p className="ink-2">
        {version === 0 ? (
          <Trans>
            Until two administrators decide a rule, a service is asked only if the settings name one, and everything it
            does not answer is held.
          </Trans>
        ) : (
          <Trans>
            What the rule has asked about, and for which the settings name no service, counts as not answered. Lists of
            refused addresses apply in any case.
          </Trans>
        )}
      </p>
    </section>
  );
}

function EarlierRules({ query }: { query: ReturnType<typeof useRules> }) {
  const { t } = useLingui();
  const { sayAsked, sayClosedFrom } = useSayRule();
  const columns: readonly DataColumn<DecidedRuleView>[] = [
    { id: 'rule', name: t`Rule`, fixed: true, cell: ({ version }) => <span className="number">{version}</span> },
    { id: 'since', name: t`Since`, fixed: true, cell: ({ decidedAt }) => formatTime(decidedAt) },
    { id: 'sends', name: t`Withdrawals`, cell: ({ sends }) => sayAsked(sends) },
    { id: 'deposits', name: t`Deposits`, cell: ({ deposits }) => sayAsked(deposits) },
    {
      id: 'closed-from',
      name: t`Held without an answer from`,
      fixed: true,
      end: true,
      cell: ({ closedFrom }) => <bdi className="number">{sayClosedFrom(closedFrom)}</bdi>,
    },
    { id: 'by', name: t`Decided by`, fixed: true, cell: ({ proposedBy, decidedBy }) => `${proposedBy}, ${decidedBy}` },
    { id: 'why', name: t`Reason`, fixed: true, cell: ({ note }) => note },
  ];
  return (
    <DataTable
      name="screening-rules"
      label={t`Rules as they were decided`}
      columns={columns}
      query={pagedRows(query, (page) => page.decided)}
      keyOf={({ version }) => String(version)}
      empty={
        <Empty
          title={t`No rule was decided yet`}
          note={t`An administrator proposes one, and a second one puts it in force. Each stays here with who decided it.`}
        />
      }
      foot={
        <MoreRows query={query}>
          <Trans>Earlier rules</Trans>
        </MoreRows>
      }
    />
  );
}
