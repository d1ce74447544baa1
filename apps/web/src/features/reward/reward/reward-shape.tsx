import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { createShape } from '../../../shared/create-shape.tsx';

const Cards = createShape('3', [
  [100, '180px'],
  [100, '220px'],
]);

/** What is paid next, the person's part of it, and what was paid. */
export function RewardShape() {
  return (
    <>
      <Cards />
      <SkeletonRows count={3} />
    </>
  );
}
