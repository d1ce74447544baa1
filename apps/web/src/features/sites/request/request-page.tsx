import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@tern/ui/loaded';
import { siteRequestQuery } from '../shared/site-queries.ts';
import { usePageShape } from '../../../shared/page-shape.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { RequestFrame } from './request-frame.tsx';
import { RequestGone, RequestState } from './request-state.tsx';
import { ShownPayment } from './shown-payment.tsx';
import { ShownText } from './shown-text.tsx';

const requestSearch = { id: uuid };

/** What a connected site asks for: a text to sign, or a payment. */
function RequestPage() {
  const { t } = useLingui();
  const { id } = useSearch(requestSearch);
  const shape = usePageShape();
  const query = useQuery({ ...siteRequestQuery(id ?? ''), enabled: id !== undefined });
  const { data, error } = query;
  const { asks } = data ?? {};
  // With its connection a request is gone too, whatever was shown of it before.
  if (id === undefined || (error !== null && readProblem(error).code === 'NOT_FOUND')) {
    return (
      <RequestFrame title={t`Site request`}>
        <RequestGone />
      </RequestFrame>
    );
  }
  if (data?.state === 'waiting' && asks?.kind === 'message') {
    return <ShownText key={id} title={t`Sign a text`} request={data} text={asks.text} />;
  }
  if (data?.state === 'waiting' && asks?.kind === 'transaction') {
    const title = asks.payment === null ? t`Not signed` : t`Payment request`;
    return <ShownPayment key={id} title={title} request={data} asks={asks} />;
  }
  return (
    <RequestFrame title={t`Site request`}>
      <Loaded query={query} loading={shape} failed={<Trans>Couldn’t load what the site asks for.</Trans>}>
        {(request) => <RequestState request={request} />}
      </Loaded>
    </RequestFrame>
  );
}

export { RequestPage as Component };
