export { type FoundPerson, type Search, deleteDiscovery, holdContacts, selectFound } from './discovery-store.ts';
export { type FindPersonDeps, findPerson } from './find-person.ts';
export { getDiscovery } from './get-discovery.ts';
export { isReservedName } from './shown-name.ts';
export { type TypedContact, contactOf, readTypedContact } from './typed-contact.ts';
export { eraseUsernames } from './username-store.ts';
