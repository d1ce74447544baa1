import { drawCover } from '../shared/draw-cover.ts';

/** The cover in small, for the list: the service's hills behind its first letter. */
export function ActivityEmblem({ platform }: { platform: string }) {
  const [initial = ''] = platform.trim();
  return (
    <svg className="mark mark-deep" viewBox="115 0 118 118" aria-hidden="true">
      <path opacity=".2" fill="currentColor" d={drawCover(platform).hills} />
      <text x="174" y="82" fontSize="64" fontWeight="600" textAnchor="middle" fill="currentColor">
        {initial.toUpperCase()}
      </text>
    </svg>
  );
}
