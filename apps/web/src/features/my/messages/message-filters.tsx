import { Trans, useLingui } from '@lingui/react/macro';
import type { MessageKind } from '@tern/contracts/routes/messages';
import { FilterButton, FilterChips } from '@tern/ui/filter-chips';
import { Sheet } from '@tern/ui/sheet';
import { useState } from 'react';
import { NotificationSwitches } from '../../../shared/inside/notification-switches.tsx';
import { useChangeSearch } from '../../../shared/search-params.ts';

/** Which messages are shown, and which kinds are pointed at when they arrive. */
export function MessageFilters(props: { kind: MessageKind | undefined }) {
  const { t } = useLingui();
  const changeSearch = useChangeSearch();
  const [setting, setSetting] = useState(false);
  return (
    <>
      <FilterChips
        label={t`Show`}
        value={props.kind ?? 'all'}
        options={[
          { value: 'all', label: t`All` },
          { value: 'transfers', label: t`Transfers` },
          { value: 'rewards', label: t`Rewards` },
          { value: 'prices', label: t`Price alerts` },
          { value: 'security', label: t`Security` },
          { value: 'announcements', label: t`News` },
        ]}
        onChange={(kind) => changeSearch(() => (kind === 'all' ? {} : { kind }))}
      >
        <FilterButton chosen={false} onClick={() => setSetting(true)}>
          <Trans>Notify me about</Trans>
        </FilterButton>
      </FilterChips>
      <Sheet open={setting} onClose={() => setSetting(false)} title={t`Notify me about`}>
        <NotificationSwitches />
      </Sheet>
    </>
  );
}
