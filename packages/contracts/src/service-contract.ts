import { serviceBooksRoutes } from './routes/service-books.ts';
import { servicePeopleRoutes } from './routes/service-people.ts';
import { serviceSuggestionRoutes } from './routes/service-suggestions.ts';
import { serviceTransactionRoutes } from './routes/service-transactions.ts';

/** The API for other systems: read by keys that two operators have opened, under `/service/v1` of the console's process. */
export const serviceContract = {
  transactions: serviceTransactionRoutes,
  books: serviceBooksRoutes,
  people: servicePeopleRoutes,
  suggestions: serviceSuggestionRoutes,
};
export type ServiceContract = typeof serviceContract;
