import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

/** Who is signed in, and the cards of what belongs to the account. */
export function MyShape() {
  return (
    <Skeleton>
      <div className="stack gap-4">
        <div className="my-account">
          <SkeletonShape width="56px" height="56px" round />
          <span className="stack gap-2 grow">
            <SkeletonShape width="58%" height="1.125rem" />
            <SkeletonShape width="44%" height=".6875rem" />
          </span>
        </div>
        <SkeletonShape width="100%" height="108px" />
        <SkeletonShape width="100%" height="208px" />
        <SkeletonShape width="100%" height="358px" />
      </div>
    </Skeleton>
  );
}
