export { changeContact } from './change-contact.ts';
export { sendContactCodes } from './send-contact-codes.ts';
