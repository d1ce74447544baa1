import { expect, test } from 'vitest';
import { coverBox, drawCover } from './draw-cover.ts';

const names = Array.from({ length: 500 }, (_, index) => `Service ${index}`);

test('a service has one cover, however its name is written, and each service another', () => {
  expect(drawCover(' harbour EXCHANGE')).toEqual(drawCover('Harbour Exchange'));
  for (const part of ['hills', 'past', 'ahead'] as const) {
    expect(new Set(names.map((name) => drawCover(name)[part])).size).toBeGreaterThan(480);
  }
  expect(drawCover('Harbour Exchange').hills).not.toBe(drawCover('Harbor Exchange').hills);
});

test('the bird is whole on every cover, and the way leads to it and on to the edge', () => {
  for (const name of names) {
    const { bird, past, ahead } = drawCover(name);
    expect(bird.x).toBeGreaterThanOrEqual(100);
    expect(bird.x + 48).toBeLessThan(coverBox.width - 40);
    expect(bird.y).toBeGreaterThanOrEqual(0);
    expect(bird.y + 48).toBeLessThan(coverBox.height - 30);
    expect(past.endsWith(` ${bird.x + 2} ${bird.y + 24}`)).toBe(true);
    expect(ahead.startsWith(`M${bird.x + 50} ${bird.y + 20}C`)).toBe(true);
    expect(ahead).toMatch(/ 358 \d+$/);
  }
});
