import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

const lines = [96, 88, 92, 54, 98, 90, 94, 38] as const;

/** Lines of a text to read. */
export function TextShape() {
  return (
    <Skeleton>
      <div className="stack gap-3">
        {lines.map((percent) => (
          <SkeletonShape key={percent} width={`${percent}%`} />
        ))}
      </div>
    </Skeleton>
  );
}
