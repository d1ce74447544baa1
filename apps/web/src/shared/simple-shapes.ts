import { createShape } from './create-shape.tsx';

const control = '52px';

/** What a form is about, two fields and the button that sends it. */
export const FormShape = createShape('5', [[92], [64], [100, control], [100, control], [100, control]]);

/** Lines of a text to read. */
export const TextShape = createShape('3', [[96], [88], [92], [54], [98], [38]]);
