import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

/** Cards of activities. */
export function ActivitiesShape() {
  return (
    <Skeleton>
      <div className="stack gap-3">
        {[0, 1, 2].map((index) => (
          <div key={index} className="card activity-card">
            <div className="activity-card-head">
              <SkeletonShape width="2.5rem" height="2.5rem" />
              <span className="grow">
                <SkeletonShape width={`${66 - index * 8}%`} height="1.125rem" />
              </span>
              <SkeletonShape width="44px" height="2rem" />
            </div>
            <SkeletonShape width={`${52 + index * 6}%`} />
            <SkeletonShape width="100%" height=".5rem" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
