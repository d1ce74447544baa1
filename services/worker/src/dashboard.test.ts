import { readFileSync } from 'node:fs';
import { metricCatalogue } from '@tern/server/house/metrics/public';
import { expect, test } from 'vitest';

type Dashboard = { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] };

test('the dashboard shows metrics that there are, and all of them', () => {
  const file = new URL('../../../deploy/grafana/dashboard.json', import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
  const shown = panels
    .flatMap(({ targets }) => targets)
    .flatMap(({ expr }) => expr.match(/wallet_[a-z_]+/g) ?? [])
    .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
  expect(new Set(shown)).toEqual(new Set(Object.keys(metricCatalogue)));
});
