import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { PictureShape } from './picture-shape.tsx';
import { problemText } from './problem-texts.ts';
import './sample.css';

/** The example of an activity, as it is kept. */
export function Sample({ name }: { name: string }) {
  const { t } = useLingui();
  const sample = useQuery({
    queryKey: ['sample', name],
    queryFn: () => api.activities.sample({ name }),
    staleTime: Infinity,
    retry: false,
  });
  if (sample.isError) return <p className="danger">{problemText(sample.error)}</p>;
  if (sample.data === undefined) return <PictureShape />;
  return <img className="sample" src={`data:image/webp;base64,${sample.data.base64}`} alt={t`Example picture`} />;
}
