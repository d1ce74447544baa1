import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ScreeningCaseView } from '@tern/contracts/routes/console-screening';
import { Empty } from '@tern/ui/empty';
import { api } from '../../shared/api.ts';
import { changesOn } from '../../shared/change-path.ts';
import { changesQuery } from '../../shared/changes-query.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { MoreRows } from '../../shared/data-table/more-rows.tsx';
import { pagedRows } from '../../shared/data-table/paged-rows.ts';
import { ForRoles } from '../../shared/for-roles.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { Page } from '../../shared/page.tsx';
import { Proposals } from '../../shared/proposals.tsx';
import { FindAddress } from './find-address.tsx';
import { ListForm } from './list-form.tsx';
import { Lists } from './lists.tsx';
import { RulePanel } from './rule-panel.tsx';
import { useCaseColumns } from './use-case-columns.tsx';
import './screening.css';

/** A withdrawal is decided with its review, a deposit on a page of its own. */
function pathOfCase({ kind, id }: ScreeningCaseView): string {
  return kind === 'send' ? `/reviews/${id}` : `/screening/${id}`;
}

/** What is held for its receiver or its sender, how earlier cases ended, the lists, and when the service is asked. */
export function ScreeningPage() {
  const lists = useQuery({ queryKey: ['screening', 'lists'], queryFn: () => api.screening.showLists() });
  const { data: changes } = useQuery(changesQuery);
  return (
    <Page title={<Trans>Screening</Trans>} aside={<HelpLink page="screening" />} query={lists}>
      {(found) => (
        <div className="screening panels">
          <OpenCases />
          <Lists lists={found.lists} />
          <Proposals changes={changesOn('/screening', changes?.changes ?? [])} />
          <div className="screening-forms">
            <ForRoles roles={['administrator']} title={<Trans>Change a list</Trans>}>
              <ListForm lists={found.lists} />
            </ForRoles>
            <FindAddress />
          </div>
          <RulePanel />
          <EndedCases />
        </div>
      )}
    </Page>
  );
}

function OpenCases() {
  const { t } = useLingui();
  const columns = useCaseColumns();
  const open = useInfiniteQuery({
    queryKey: ['screening', 'open'],
    queryFn: ({ pageParam }) => api.screening.listOpenCases(pageParam === undefined ? {} : { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? 10_000 : false),
  });
  return (
    <section className="panels" aria-labelledby="open-cases">
      <h2 id="open-cases">
        <Trans>Held for a decision</Trans>
      </h2>
      <p className="ink-2">
        <Trans>
          The largest values first, in USDT when the withdrawal was asked for or the deposit was credited. What had no
          price then is at the top.
        </Trans>
      </p>
      <DataTable
        name="screening-open"
        label={t`Held for a decision`}
        columns={columns}
        query={pagedRows(open, (page) => page.cases)}
        keyOf={({ id }) => id}
        pathOf={pathOfCase}
        empty={
          <Empty
            title={t`Nothing is held`}
            note={t`Withdrawals and deposits wait here, 72 hours at most, if the other address is on a list, or if the screening service reports it or does not answer.`}
          />
        }
        foot={
          <MoreRows query={open}>
            <Trans>More cases</Trans>
          </MoreRows>
        }
      />
    </section>
  );
}

function EndedCases() {
  const { t } = useLingui();
  const columns = useCaseColumns();
  const ended = useInfiniteQuery({
    queryKey: ['screening', 'ended'],
    queryFn: ({ pageParam }) => api.screening.listEndedCases(pageParam === undefined ? {} : { before: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return (
    <section className="panels" aria-labelledby="ended-cases">
      <h2 id="ended-cases">
        <Trans>Ended cases</Trans>
      </h2>
      <DataTable
        name="screening-ended"
        label={t`Ended cases`}
        columns={columns}
        query={pagedRows(ended, (page) => page.cases)}
        keyOf={({ id }) => id}
        pathOf={pathOfCase}
        empty={
          <Empty title={t`No case has ended yet`} note={t`How each case ended stays here, with what was found.`} />
        }
        foot={
          <MoreRows query={ended}>
            <Trans>Earlier cases</Trans>
          </MoreRows>
        }
      />
    </section>
  );
}
