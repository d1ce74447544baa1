import { createShape } from '../../../shared/create-shape.tsx';

/** What is given, what comes back, and the quote. */
export const SwapShape = createShape('2', [
  [100, '134px'],
  [100, '134px'],
  [100, '220px'],
]);
