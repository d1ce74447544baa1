import { writeFileSync } from 'node:fs';
import { describeSensitiveActions } from './describe-sensitive-actions.ts';

// `npm run sensitive-actions`
writeFileSync(new URL('../../../docs/security/sensitive-actions.md', import.meta.url), describeSensitiveActions());
