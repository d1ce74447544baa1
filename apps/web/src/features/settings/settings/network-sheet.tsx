import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { Chip } from '@tern/ui/chip';
import { Loaded } from '@tern/ui/loaded';
import { Facts } from '@tern/ui/facts';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { api } from '../../../shared/api.ts';
import { formatDuration } from '../../../shared/format-time.ts';
import { networkName } from '../../../shared/inside/network-name.ts';

const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => api.installation.health({}, { signal }),
  refetchInterval: 3_000,
});

/** The one network of this installation, and how it is doing just now. */
export function NetworkSheet(props: { open: boolean; installation: InstallationView; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { network } = props.installation;
  const health = useQuery({ ...healthQuery, enabled: props.open });
  const ageOf = ({ time, chain }: NonNullable<typeof health.data>) =>
    chain.headAt ? formatDuration((Date.parse(time) - Date.parse(chain.headAt)) / 1000) : null;
  const number = (value: number | null) => (value === null ? t`unknown` : i18n.number(value));
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={networkName(network)}
      note={t`This wallet works with this network only.`}
    >
      <Loaded
        query={health}
        loading={<SkeletonRows count={3} />}
        failed={<Trans>Couldn’t load the state of the network.</Trans>}
      >
        {(data) => (
          <Facts
            ruled
            facts={[
              {
                key: 'state',
                term: <Trans>State</Trans>,
                value: data.chain.ok ? (
                  <Chip kind="positive">
                    <Trans>Running</Trans>
                  </Chip>
                ) : (
                  <Chip kind="failed">
                    <Trans>Stopped</Trans>
                  </Chip>
                ),
              },
              { key: 'head', term: <Trans>Latest block</Trans>, value: number(data.chain.headBlock) },
              { key: 'age', term: <Trans>Block age</Trans>, value: ageOf(data) ?? t`unknown` },
              { key: 'solid', term: <Trans>Irreversible up to</Trans>, value: number(data.chain.solidBlock) },
              { key: 'credited', term: <Trans>Credited up to</Trans>, value: number(data.chain.creditedBlock) },
              {
                key: 'nodes',
                term: <Trans>Checked with</Trans>,
                value: <Plural value={network.nodes} one="# node" other="# nodes that have to agree" />,
              },
              {
                key: 'confirmations',
                term: <Trans>Final after</Trans>,
                value: <Plural value={network.confirmations} one="# block" other="# blocks" />,
              },
            ]}
          />
        )}
      </Loaded>
    </Sheet>
  );
}
