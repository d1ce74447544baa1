import { useQuery } from '@tanstack/react-query';
import { installationQuery } from './queries.ts';
import './product-name.css';

/** The installation's own name; nothing until it is known. */
export function ProductName() {
  const { data: installation } = useQuery(installationQuery);
  return <span className="product-name">{installation?.product.name}</span>;
}
