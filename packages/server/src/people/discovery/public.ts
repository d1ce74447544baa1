export { type FoundPerson, type Search, deleteDiscovery, holdContacts, selectFound } from './discovery-store.ts';
export { type FindPersonDeps, findPerson } from './find-person.ts';
export { getDiscovery } from './get-discovery.ts';
export { readTypedContact } from './typed-contact.ts';
