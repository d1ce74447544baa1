export { findFirstSteps, type FirstSteps, type FirstStepName, type FirstStepSettings } from './find-first-steps.ts';
