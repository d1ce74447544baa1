import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { classNames } from '@tern/ui/class-names';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { statusQuery } from '../../status-query.ts';

/** Whether blocks do not become final, or none come; asked only where somebody waits for one. */
export function useNetworkDelayed(isAwaited: boolean): boolean {
  const { i18n } = useLingui();
  const { data } = useQuery({ ...statusQuery(i18n.locale), enabled: isAwaited });
  return isAwaited && data !== undefined && data.incidents.some(({ kind }) => kind === 'chain-stalled');
}

/** What stands in place of a time that nobody can name, and where to follow it. */
export function NetworkDelay(props: { center?: boolean }) {
  return (
    <p className={classNames('caption', props.center && 'center')}>
      <Trans>The Tron network is delayed. Your money is safe, and this will complete once the network goes on.</Trans>{' '}
      <Link className="link" to={paths.status}>
        <Trans>Service status</Trans>
      </Link>
    </p>
  );
}
