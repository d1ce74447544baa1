/** One picture to look at. `photo` may take its time; a `frame` is one of many. */
export type DecodeQuestion = { id: number; picture: ImageBitmap; effort: 'frame' | 'photo' };
export type DecodeAnswer = { id: number; texts: readonly string[] } | { id: number; failed: true };
