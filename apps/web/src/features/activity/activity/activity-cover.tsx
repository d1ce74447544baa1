import { Bird } from '@tern/ui/bird';
import { Chip } from '@tern/ui/chip';
import { coverBox, drawCover } from '../shared/draw-cover.ts';

/** The drawn cover of the service that the activity is about, with its name. */
export function ActivityCover({ platform }: { platform: string }) {
  const { hills, past, ahead, bird } = drawCover(platform);
  return (
    <div className="activity-cover">
      <svg viewBox={`0 0 ${coverBox.width} ${coverBox.height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path opacity=".1" fill="currentColor" d={hills} />
        <path className="cover-past" d={past} />
        <path className="cover-next" d={ahead} />
        <g transform={`translate(${bird.x} ${bird.y}) scale(.75)`}>
          <Bird size={64} />
        </g>
      </svg>
      <Chip>
        <bdi>{platform}</bdi>
      </Chip>
    </div>
  );
}
