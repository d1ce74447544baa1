import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api.ts';
import { useOperator } from '../../shared/operator.ts';
import { PictureShape } from '../../shared/picture-shape.tsx';
import { problemText } from '../../shared/problem-texts.ts';
import { LargePicture } from './large-picture.tsx';

/** A picture that was handed in; fetched for reviewers alone, kept by nothing. With `opens`, a press shows it large. */
export function Picture({ name, alt, opens = false }: { name: string; alt: string; opens?: boolean }) {
  const { role } = useOperator();
  const picture = useQuery({
    queryKey: ['picture', name],
    queryFn: () => api.entries.picture({ name }),
    enabled: role === 'reviewer',
    staleTime: Infinity,
    gcTime: 60_000,
  });
  if (role !== 'reviewer')
    return (
      <p className="ink-2">
        <Trans>Only reviewers see pictures.</Trans>
      </p>
    );
  if (picture.isError) return <p className="danger">{problemText(picture.error)}</p>;
  if (picture.data === undefined) return <PictureShape />;
  // The browser knows pictures by their first bytes; nothing else is ever in here.
  const src = `data:image/webp;base64,${picture.data.base64}`;
  return opens ? <LargePicture src={src} alt={alt} /> : <img className="entry-picture" src={src} alt={alt} />;
}
