/** Largest picture that is looked at, in bytes, and in pixels once decoded. */
export const pictureBytesMax = 10 * 1024 * 1024;
export const picturePixelsMax = 24_000_000;

/** Side of the square that is kept, in pixels. */
export const keptSidePx = 512;

/** Longest side of a picture that is kept as evidence: a screenshot stays readable. */
export const evidenceSidePx = 1920;

/** What a picture looks like, in bits: each says whether a field of a grid is clearly brighter than the one beside it. */
export const imageHashGrid = { columns: 16, rows: 16 } as const;
export const imageHashBytes = (imageHashGrid.columns * imageHashGrid.rows) / 8;

/** `portrait`: a square. `evidence`: the whole picture, behind what it looks like. */
export type DecoderMode = 'portrait' | 'evidence';

/** What the decoder's process ends with. */
export const decoderExit = { done: 0, tooManyPixels: 3, broken: 4 } as const;
