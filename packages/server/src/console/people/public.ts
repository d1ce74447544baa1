export { listPlainPeople, showPlainPerson } from './plain-people.ts';
