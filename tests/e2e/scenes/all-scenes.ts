import { activityScenes } from './activity-scenes.ts';
import { agreementScenes } from './agreement-scenes.ts';
import { alertScenes } from './alert-scenes.ts';
import { checkScenes } from './check-scenes.ts';
import { helpScenes } from './help-scenes.ts';
import { holdScenes } from './hold-scenes.ts';
import { limitScenes } from './limit-scenes.ts';
import { logScenes } from './log-scenes.ts';
import { myScenes } from './my-scenes.ts';
import { newcomerScenes } from './newcomer-scenes.ts';
import { noAddressScenes } from './no-address-scenes.ts';
import { ownerScenes } from './owner-scenes.ts';
import { personScenes } from './person-scenes.ts';
import { rewardScenes } from './reward-scenes.ts';
import { scanScenes } from './scan-scenes.ts';
import type { Scene } from './scene.ts';
import { sentScenes } from './sent-scenes.ts';
import { siteScenes } from './site-scenes.ts';
import { supportScenes } from './support-scenes.ts';
import { unsureScenes } from './unsure-scenes.ts';
import { visitorScenes } from './visitor-scenes.ts';
import { worthScenes } from './worth-scenes.ts';

/** Every screen, with its sheets and its empty, refused and broken states. */
export const allScenes: readonly Scene[] = [
  ...visitorScenes,
  ...newcomerScenes,
  ...ownerScenes,
  ...sentScenes,
  ...unsureScenes,
  ...worthScenes,
  ...alertScenes,
  ...scanScenes,
  ...activityScenes,
  ...myScenes,
  ...agreementScenes,
  ...checkScenes,
  ...logScenes,
  ...helpScenes,
  ...holdScenes,
  ...limitScenes,
  ...personScenes,
  ...rewardScenes,
  ...siteScenes,
  ...supportScenes,
  ...noAddressScenes,
];
