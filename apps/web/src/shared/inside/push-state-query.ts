import { queryOptions } from '@tanstack/react-query';
import { readPushState } from '../push.ts';

/** Whether this device is told of messages while the app is closed, as its browser says. */
export const pushStateQuery = queryOptions({ queryKey: ['push-state'], queryFn: readPushState });
