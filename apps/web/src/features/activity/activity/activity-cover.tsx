import { Bird } from '@tern/ui/bird';
import { Chip } from '@tern/ui/chip';

/** A drawn cover, with the name of the service that the activity is about. */
export function ActivityCover({ platform }: { platform: string }) {
  return (
    <div className="activity-cover">
      <svg viewBox="0 0 350 118" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path
          opacity=".1"
          fill="currentColor"
          d="M0 118v-6c38-24 66-31 92-31 31 0 46 23 82 31v6zM118 118c36-38 66-54 96-54 38 0 62 32 98 54zM250 118c24-23 42-30 60-30s28 7 40 17v13z"
        />
        <path className="cover-past" d="M-4 62C58 76 118 24 206 28" />
        <path className="cover-next" d="M254 24C292 22 324 14 358 0" />
        <g transform="translate(204 4) scale(.75)">
          <Bird size={64} />
        </g>
      </svg>
      <Chip>
        <bdi>{platform}</bdi>
      </Chip>
    </div>
  );
}
