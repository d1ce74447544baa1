/** Functions that are longer than functions.json allows, with their length, by why they are. */
type LongFunctions = {
  readonly reason: string;
  /** Workspace, name of the file and name of the function, so that a file may be moved within its workspace. */
  readonly lines: Readonly<Record<string, number>>;
};

/**
 * A ratchet: a function that is not here, or longer than here, fails the gate. One that became shorter is to be written down
 * with its new length, and leaves once it keeps to the limit. Nothing is added without a reason that a reviewer agrees to.
 */
export const longFunctions: readonly LongFunctions[] = [
  {
    reason: 'a screen or a form whose markup is read from top to bottom; a form kit would take most of these',
    lines: {
      'apps/console activities-page.tsx ActivitiesPage': 77,
      'apps/console activity-form.tsx ActivityForm': 87,
      'apps/console announcements-page.tsx Write': 104,
      'apps/console decide-entry.tsx DecideEntry': 71,
      'apps/console decide-form.tsx DecideForm': 95,
      'apps/console flows-page.tsx FlowsPage': 76,
      'apps/console log-page.tsx LogPage': 104,
      'apps/console people-page.tsx PeoplePage': 102,
      'apps/console person-page.tsx (anonymous)': 71,
      'apps/console person-page.tsx PersonPage': 80,
      'apps/console propose-change.tsx ProposeChange': 109,
      'apps/console propose-order.tsx ProposeOrder': 76,
      'apps/console signed.tsx SignedAction': 105,
      'apps/console terms-form.tsx TermsForm': 95,
      'apps/console view-as.tsx ViewAs': 76,
      'apps/web accept-sheet.tsx AcceptSheet': 110,
      'apps/web activities-page.tsx ActivitiesPage': 83,
      'apps/web add-passkey.tsx AddPasskey': 79,
      'apps/web address-field.tsx AddressField': 95,
      'apps/web asset-list.tsx AssetList': 110,
      'apps/web bind-key.tsx BindKey': 81,
      'apps/web check-draft.tsx CheckDraft': 97,
      'apps/web code-field.tsx CodeField': 76,
      'apps/web contact-page.tsx ContactPage': 122,
      'apps/web country-sheet.tsx CountrySheet': 91,
      'apps/web factors-lost-form.tsx FactorsLostForm': 102,
      'apps/web home-page.tsx HomePage': 86,
      'apps/web language-page.tsx LanguagePage': 89,
      'apps/web login-form.tsx LoginForm': 72,
      'apps/web login-page.tsx LoginPage': 79,
      'apps/web messages-page.tsx MessagesPage': 85,
      'apps/web my-page.tsx MyPage': 98,
      'apps/web picture-choice.tsx PictureChoice': 74,
      'apps/web picture-field.tsx PictureField': 72,
      'apps/web price-chart.tsx Course': 74,
      'apps/web proof-form.tsx ProofForm': 89,
      'apps/web receive-facts.tsx ReceiveFacts': 100,
      'apps/web record-filters.tsx RecordFilters': 100,
      'apps/web record-info-page.tsx InfoCards': 88,
      'apps/web recover-form.tsx RecoverForm': 119,
      'apps/web register-form.tsx RegisterForm': 125,
      'apps/web reward-page.tsx RewardPage': 110,
      'apps/web second-step-form.tsx SecondStepForm': 118,
      'apps/web self-check-page.tsx SelfCheckPage': 81,
      'apps/web sessions-card.tsx SessionsCard': 92,
      'apps/web settings-page.tsx SettingsPage': 87,
      'apps/web swap-body.tsx SwapBody': 140,
      'apps/web swap-detail.tsx SwapFacts': 75,
      'apps/web terms-sheet.tsx Terms': 106,
      'apps/web token-field.tsx TokenField': 76,
      'apps/web trade-password-page.tsx TradePasswordPage': 76,
      'apps/web transfer-body.tsx TransferBody': 144,
      'apps/web verify-draft.tsx VerifyDraft': 145,
      'apps/web verify-swap.tsx VerifySwap': 130,
      'apps/web wallet-sheet.tsx About': 94,
    },
  },
  {
    reason: 'the steps of one flow with the state they share, in the order people take them',
    lines: {
      'apps/web use-swap.ts useSwap': 80,
      'apps/web use-transfer.ts useTransfer': 116,
    },
  },
  {
    reason: 'the text of a document, one paragraph per line',
    lines: {
      'apps/web agreement-text.tsx AgreementText': 139,
    },
  },
  {
    reason: 'a table of routes, one entry per route',
    lines: {
      'apps/console router.tsx createRouter': 104,
      'packages/server protection-routes.ts protectionRouter': 87,
      'packages/server routes.ts identityRouter': 146,
      'services/api router.ts buildRouter': 154,
    },
  },
  {
    reason: 'wires the parts of one process in the order they depend on each other',
    lines: {
      'packages/devchain admin.ts createAdmin': 83,
      'services/api compose.ts compose': 80,
      'packages/signer commands.ts makeCommands': 72,
      'services/worker start-worker.ts startWorker': 76,
    },
  },
  {
    reason: 'opens one resource and returns the operations that share its state',
    lines: {
      'packages/server live-hub.ts openLiveHub': 90,
      'packages/signer open-store.ts openStore': 109,
      'packages/server fair-queue.ts fairQueue': 85,
      'packages/signer quarantine-store.ts openQuarantineStore': 87,
    },
  },
  {
    reason: 'puts together one answer, one line per field',
    lines: {
      'packages/server find-review-case.ts findReviewCase': 83,
    },
  },
  {
    reason: 'sets up the world of tests, in the order it comes to be',
    lines: {
      'packages/server activity-world.ts createActivityWorld': 126,
      'packages/server identity-world.ts openIdentityWorld': 101,
      'packages/server payout-world.ts createPayoutWorld': 121,
      'packages/server sending-world.ts createSendingWorld': 87,
      'packages/server promotion-world.ts openPromotionWorld': 71,
      'packages/server treasury-world.ts openTreasuryWorld': 136,
      'packages/testkit person.ts registerPerson': 95,
      'packages/testkit start-system.ts bringUp': 95,
      'services/api console-world.ts openConsoleWorld': 251,
      'services/api open-test-api.ts openTestApi': 106,
      'tests deposits-world.ts openDepositsWorld': 80,
    },
  },
];
