import type { ServiceContract } from '@tern/contracts/service-contract';
import type { ServiceScope } from '@tern/contracts/service-key';

/** Name of a route as the contract of the service API nests it, for example `transactions.list`. */
export type ServiceRouteName = {
  [Area in keyof ServiceContract & string]: `${Area}.${keyof ServiceContract[Area] & string}`;
}[keyof ServiceContract & string];

/** Every route of the service API and the scope it needs. A route that is missing here does not compile. */
export const serviceAccess: Readonly<Record<ServiceRouteName, ServiceScope>> = {
  'transactions.list': 'transactions:read',
  'transactions.read': 'transactions:read',
  'books.listDays': 'books:read',
  'books.trialBalance': 'books:read',
  'books.listJournals': 'books:read',
  'books.journal': 'books:read',
  'people.list': 'people:read',
  'people.read': 'people:read',
  'suggestions.suggest': 'changes:suggest',
  'suggestions.read': 'changes:suggest',
};
