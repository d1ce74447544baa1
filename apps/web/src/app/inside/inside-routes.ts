import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { requireSession } from '../guard.ts';
import { PageFault } from '../page-fault.tsx';
import { withTexts } from '../with-texts.ts';
import { insideTitles } from './inside-titles.ts';

/** The pages that open only with a session, each with its own chunk, under the signed-in shell. */
export function createInsideRoutes(queries: QueryClient): RouteObject[] {
  return [
    {
      lazy: async () => ({ Component: (await import('./signed-in-shell.tsx')).SignedInShell }),
      ErrorBoundary: PageFault,
      loader: requireSession(queries),
      // The answer is in the query cache; asking again on every change of the query string would only cost time.
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      children: [
        {
          path: paths.home,
          handle: insideTitles.home,
          loader: withTexts('home'),
          lazy: async () => ({ Component: (await import('../../features/home/home-page.tsx')).HomePage }),
        },
        {
          path: paths.receive,
          handle: insideTitles.receive,
          loader: withTexts('records'),
          lazy: async () => ({ Component: (await import('../../features/receive/receive-page.tsx')).ReceivePage }),
        },
        {
          path: paths.scan,
          handle: insideTitles.scan,
          loader: withTexts('money'),
          lazy: async () => ({ Component: (await import('../../features/scan/scan-page.tsx')).ScanPage }),
        },
        {
          path: paths.activities,
          handle: insideTitles.activities,
          loader: withTexts('activity'),
          lazy: async () => ({
            Component: (await import('../../features/activity/activities-page.tsx')).ActivitiesPage,
          }),
        },
        {
          path: paths.activity,
          handle: insideTitles.activity,
          loader: withTexts('activity'),
          lazy: async () => ({ Component: (await import('../../features/activity/activity-page.tsx')).ActivityPage }),
        },
        {
          path: paths.records,
          handle: insideTitles.records,
          loader: withTexts('records'),
          lazy: async () => ({ Component: (await import('../../features/records/records-page.tsx')).RecordsPage }),
        },
        {
          path: paths.record,
          handle: insideTitles.record,
          loader: withTexts('records'),
          lazy: async () => ({ Component: (await import('../../features/records/record-page.tsx')).RecordPage }),
        },
        {
          path: paths.recordInfo,
          handle: insideTitles.recordInfo,
          loader: withTexts('records'),
          lazy: async () => ({
            Component: (await import('../../features/records/record-info-page.tsx')).RecordInfoPage,
          }),
        },
        {
          path: paths.transfer,
          handle: insideTitles.transfer,
          loader: withTexts('money'),
          lazy: async () => ({ Component: (await import('../../features/transfer/transfer-page.tsx')).TransferPage }),
        },
        {
          path: paths.reward,
          handle: insideTitles.reward,
          loader: withTexts('reward'),
          lazy: async () => ({ Component: (await import('../../features/reward/reward-page.tsx')).RewardPage }),
        },
        {
          path: paths.swap,
          handle: insideTitles.swap,
          loader: withTexts('reward'),
          lazy: async () => ({ Component: (await import('../../features/swap/swap-page.tsx')).SwapPage }),
        },
        {
          path: paths.swapRecord,
          handle: insideTitles.swapRecord,
          loader: withTexts('reward'),
          lazy: async () => ({
            Component: (await import('../../features/swap/swap-record-page.tsx')).SwapRecordPage,
          }),
        },
        {
          path: paths.tradePassword,
          handle: insideTitles.tradePassword,
          loader: withTexts('safety'),
          lazy: async () => ({
            Component: (await import('../../features/factors/trade-password-page.tsx')).TradePasswordPage,
          }),
        },
        {
          path: paths.authenticator,
          handle: insideTitles.authenticator,
          loader: withTexts('safety'),
          lazy: async () => ({
            Component: (await import('../../features/factors/authenticator-page.tsx')).AuthenticatorPage,
          }),
        },
        {
          path: paths.loginPassword,
          handle: insideTitles.loginPassword,
          loader: withTexts('safety'),
          lazy: async () => ({
            Component: (await import('../../features/factors/login-password-page.tsx')).LoginPasswordPage,
          }),
        },
        {
          path: paths.passkeys,
          handle: insideTitles.passkeys,
          loader: withTexts('safety'),
          lazy: async () => ({ Component: (await import('../../features/factors/passkeys-page.tsx')).PasskeysPage }),
        },
        {
          path: paths.contact,
          handle: insideTitles.contact,
          loader: withTexts('safety'),
          lazy: async () => ({ Component: (await import('../../features/factors/contact-page.tsx')).ContactPage }),
        },
        {
          path: paths.messageWord,
          handle: insideTitles.messageWord,
          loader: withTexts('safety'),
          lazy: async () => ({
            Component: (await import('../../features/factors/message-word-page.tsx')).MessageWordPage,
          }),
        },
        {
          path: paths.complaints,
          handle: insideTitles.complaints,
          loader: withTexts('settings'),
          lazy: async () => ({
            Component: (await import('../../features/support/complaints-page.tsx')).ComplaintsPage,
          }),
        },
        {
          path: paths.factorReset,
          handle: insideTitles.factorReset,
          loader: withTexts('safety'),
          lazy: async () => ({
            Component: (await import('../../features/factors/factor-reset-page.tsx')).FactorResetPage,
          }),
        },
        {
          path: paths.addressBook,
          handle: insideTitles.addressBook,
          loader: withTexts('money'),
          lazy: async () => ({
            Component: (await import('../../features/address-book/address-book-page.tsx')).AddressBookPage,
          }),
        },
        {
          path: paths.depositSearch,
          handle: insideTitles.depositSearch,
          loader: withTexts('records'),
          lazy: async () => ({
            Component: (await import('../../features/receive/deposit-search-page.tsx')).DepositSearchPage,
          }),
        },
        {
          path: paths.receipt,
          handle: insideTitles.receipt,
          loader: withTexts('records'),
          lazy: async () => ({ Component: (await import('../../features/records/receipt-page.tsx')).ReceiptPage }),
        },
        {
          path: paths.securityHistory,
          handle: insideTitles.securityHistory,
          loader: withTexts('my'),
          lazy: async () => ({
            Component: (await import('../../features/my/security-history-page.tsx')).SecurityHistoryPage,
          }),
        },
        {
          path: paths.messages,
          handle: insideTitles.messages,
          loader: withTexts('my'),
          lazy: async () => ({ Component: (await import('../../features/messages/messages-page.tsx')).MessagesPage }),
        },
        {
          path: paths.message,
          handle: insideTitles.message,
          loader: withTexts('my'),
          lazy: async () => ({ Component: (await import('../../features/messages/message-page.tsx')).MessagePage }),
        },
        {
          path: paths.my,
          handle: insideTitles.my,
          loader: withTexts('my'),
          lazy: async () => ({ Component: (await import('../../features/my/my-page.tsx')).MyPage }),
        },
        {
          path: paths.wallets,
          handle: insideTitles.wallets,
          loader: withTexts('settings'),
          lazy: async () => ({ Component: (await import('../../features/wallets/wallets-page.tsx')).WalletsPage }),
        },
        {
          path: paths.settings,
          handle: insideTitles.settings,
          loader: withTexts('settings'),
          lazy: async () => ({ Component: (await import('../../features/settings/settings-page.tsx')).SettingsPage }),
        },
        {
          path: paths.profile,
          handle: insideTitles.profile,
          loader: withTexts('my'),
          lazy: async () => ({ Component: (await import('../../features/profile/profile-page.tsx')).ProfilePage }),
        },
        {
          path: paths.ownData,
          handle: insideTitles.ownData,
          loader: withTexts('safety'),
          lazy: async () => ({ Component: (await import('../../features/factors/own-data-page.tsx')).OwnDataPage }),
        },
        {
          path: paths.about,
          handle: insideTitles.about,
          loader: withTexts('settings'),
          lazy: async () => ({ Component: (await import('../../features/about/about-page.tsx')).AboutPage }),
        },
      ],
    },
  ];
}
