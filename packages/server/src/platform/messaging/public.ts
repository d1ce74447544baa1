export type { MessageTemplate, MessageValues } from './message.ts';
export { outboxBox } from './outbox-box.ts';
export { areMessagesLate } from './are-messages-late.ts';
export { queueMessage } from './queue-message.ts';
export { deliverOutbox } from './deliver-outbox.ts';
export { forgetMessages } from './forget-messages.ts';
export { smtpTransport } from './smtp-transport.ts';
export { smsTransport, type SmsSettings } from './sms-transport.ts';
export type { Transport } from './transport.ts';
