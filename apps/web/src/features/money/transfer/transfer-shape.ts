import { createShape } from '../../../shared/create-shape.tsx';

/** A transfer to fill in. */
export const TransferShape = createShape('5', [[100, '64px'], [100, '52px'], [100, '52px'], [100, '64px'], [70], [56]]);
