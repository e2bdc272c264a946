import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyAhead } from '#lib/browser/lazy-part.ts'
import { preloadTexts } from '#lib/language/i18n.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { preloadStart, StartScreen } from './start-screen.tsx'

/**
 * Who a screen is for. Visitors see `entry` screens without a frame and `anyone` screens in the visitors' frame; `checkout`
 * is for members who pay, without rail or bar.
 */
export type Audience = 'anyone' | 'entry' | 'member' | 'checkout' | 'staff' | 'admin'

export type Screen = {
  audience: Audience
  Screen: ComponentType | LazyExoticComponent<ComponentType>
  /** Starts fetching the screen and its texts before it is rendered; never rejects. */
  preload: () => Promise<unknown>
  /** Shown at this address to readers without a session who ask for nothing within the screen (screen-at.ts). */
  front?: Screen
}

type Load = () => Promise<{ default: ComponentType }>

/** `texts`: the namespaces that the first view needs, so that it waits for none of them. */
function screen(audience: Audience, texts: string | readonly string[], load: Load): Screen {
  // The texts are requested together with the screen: rendered without them, it would only then start waiting.
  const Screen = lazyAhead(async () => {
    await Promise.allSettled([load(), ...[texts].flat().map(preloadTexts)])
    return load()
  })
  // A part that cannot be fetched reports its error where it is rendered.
  return { audience, Screen, preload: () => Screen.fetch().catch(() => null) }
}

/** A members' screen with a public page at the same address. */
const withFront = (front: Screen, inside: Screen): Screen => ({
  ...inside,
  preload: () => (mayBeSignedIn() ? inside : front).preload(),
  front,
})

/** Its lists use the whole back-office's data layer. */
const MONEY = ['office-money', 'office']
const STUDIO = ['studio', 'office']
const SUPPORT = ['support', 'conversation']
const bot = screen('member', 'bot', () => import('#features/bot/screen.tsx'))
const analyses = screen('member', 'analyses', () => import('#features/analyses/screen.tsx'))
const propFirms = screen('anyone', ['prop-firms', 'guides'], () => import('#features/prop-firms/screen.tsx'))

/** Every screen of S-01 with its paths, each in its own chunk. No path has parameters: details are search parameters (S-04). */
export const SCREENS: Readonly<Record<string, Screen>> = {
  '/': { audience: 'anyone', Screen: StartScreen, preload: preloadStart },
  '/login': screen('entry', 'auth', () => import('#features/auth/login-screen.tsx')),
  '/signup': screen('entry', 'auth', () => import('#features/auth/sign-up/signup-screen.tsx')),
  '/password-reset': screen(
    'entry',
    'auth',
    () => import('#features/auth/password-reset/password-reset-screen.tsx'),
  ),
  '/confirm': screen('entry', 'auth', () => import('#features/auth/password-reset/mail-link-screen.tsx')),
  '/signaux': withFront(
    screen('anyone', 'public-signals', () => import('#features/public-signals/screen.tsx')),
    screen('member', 'signals', () => import('#features/signals/screen.tsx')),
  ),
  '/performances': screen('anyone', 'performance', () => import('#features/performance/screen.tsx')),
  '/bot-ia': bot,
  '/botia': bot,
  '/formations': screen('member', 'courses', () => import('#features/courses/screen.tsx')),
  '/desabonnement': screen(
    'anyone',
    'account',
    () => import('#features/account/notifications/unsubscribe-screen.tsx'),
  ),
  '/mon-compte': screen('member', 'account', () => import('../frame/account-place.tsx')),
  '/outils': screen('anyone', 'tools', () => import('#features/tools/screen.tsx')),
  '/copy-trading': screen('member', 'copy-trading', () => import('#features/copy-trading/screen.tsx')),
  '/abonnements': screen('anyone', 'subscriptions', () => import('#features/subscriptions/screen.tsx')),
  '/test-journalier': screen(
    'member',
    ['daily-test', 'quiz'],
    () => import('#features/daily-test/screen.tsx'),
  ),
  '/analyses': analyses,
  '/tradingview-analyses': analyses,
  '/annonces': screen('member', 'announcements', () => import('#features/announcements/screen.tsx')),
  '/communaute': screen(
    'member',
    ['community', 'conversation', 'ideas'],
    () => import('#features/community/screen.tsx'),
  ),
  '/communaute/evenements': screen(
    'member',
    ['events', 'calendar-feed'],
    () => import('#features/events/screen.tsx'),
  ),
  '/propfirm': propFirms,
  '/prop-firm': propFirms,
  '/attestation': screen('anyone', 'certificate', () => import('#features/certificate/screen.tsx')),
  '/moderation': screen('anyone', 'moderation', () => import('#features/moderation/screen.tsx')),
  '/preuve': screen('anyone', 'proof', () => import('#features/proof/screen.tsx')),
  '/aide': screen('anyone', 'help', () => import('#features/help/screen.tsx')),
  '/brokers': screen('anyone', ['brokers', 'guides'], () => import('#features/brokers/screen.tsx')),
  '/payment': screen('checkout', ['payment', 'subscriptions'], () => import('#features/payment/screen.tsx')),
  '/payment-success': screen('checkout', 'payment', () => import('#features/payment/success-screen.tsx')),
  '/parrainage': screen('member', 'referral', () => import('#features/referral/screen.tsx')),
  '/versements/arreter': screen(
    'anyone',
    'referral',
    () => import('#features/referral/stop-wallet-screen.tsx'),
  ),
  '/securite/arreter': screen(
    'anyone',
    'auth',
    () => import('#features/auth/password-reset/stop-change-screen.tsx'),
  ),
  '/admin/qualification-requests': screen(
    'admin',
    ['qualification', 'watchers'],
    () => import('#features/qualification/queue/screen.tsx'),
  ),
  '/admin': screen(
    'staff',
    ['office', 'announcements', 'studio'],
    () => import('#features/office/figures/figures-screen.tsx'),
  ),
  '/admin/membres': screen('admin', 'office', () => import('#features/office/members/members-screen.tsx')),
  '/admin/leads': screen('admin', 'office', () => import('#features/office/leads/leads-screen.tsx')),
  '/admin/livraisons': screen('admin', 'office', () => import('#features/webhooks/deliveries-screen.tsx')),
  '/admin/e-mails': screen('admin', 'office', () => import('#features/office/running/mails-screen.tsx')),
  '/admin/taches': screen('admin', 'office', () => import('#features/office/running/jobs-screen.tsx')),
  '/admin/journal': screen('admin', 'office', () => import('#features/office/running/audit-screen.tsx')),
  '/admin/versements': screen('admin', 'office', () => import('#features/office/payouts/payouts-screen.tsx')),
  '/admin/reglages': screen('admin', 'office', () => import('../office/office-settings.tsx')),
  '/admin/paiements': screen(
    'admin',
    MONEY,
    () => import('#features/office-money/payments/payments-screen.tsx'),
  ),
  '/admin/formules': screen('admin', MONEY, () => import('#features/office-money/plans/plans-screen.tsx')),
  '/admin/taux': screen('admin', MONEY, () => import('#features/office-money/rates/rates-screen.tsx')),
  '/admin/vendeur': screen('admin', MONEY, () => import('#features/office-money/seller/seller-screen.tsx')),
  '/admin/codes-de-reduction': screen(
    'admin',
    MONEY,
    () => import('#features/office-money/coupons/coupons-screen.tsx'),
  ),
  '/admin/revenus': screen('admin', MONEY, () => import('#features/office-money/revenue/revenue-screen.tsx')),
  // The studios of the back-office; a feature adds its own line here, and one in `office-places.ts`.
  '/admin/signaux': screen('staff', 'office', () => import('#features/office/signals/signals-screen.tsx')),
  '/admin/moderation': screen(
    'staff',
    'moderation',
    () => import('#features/moderation/desk/moderation-screen.tsx'),
  ),
  '/admin/annonces': screen(
    'staff',
    ['announcements-studio', 'announcements', 'office'],
    () => import('#features/announcements/studio/announcements-desk.tsx'),
  ),
  '/admin/support': screen(
    'staff',
    [...SUPPORT, 'watchers'],
    () => import('#features/support/desk/inbox-screen.tsx'),
  ),
  '/admin/contenus': screen('staff', STUDIO, () => import('../office/contents.tsx')),
  '/admin/contenus/studio': screen('staff', STUDIO, () => import('../office/content-studio.tsx')),
  '/support': screen('member', SUPPORT, () => import('#features/support/screen.tsx')),
  '/support/delais': screen('anyone', 'support', () => import('#features/support/times-screen.tsx')),
  // Pages that the law requires.
  '/mentions-legales': screen('anyone', 'legal', () => import('#features/legal/notice-screen.tsx')),
  '/cgv': screen('anyone', 'legal', () => import('#features/legal/terms-screen.tsx')),
  '/confidentialite': screen('anyone', 'legal', () => import('#features/legal/privacy-screen.tsx')),
  '/cookies': screen('anyone', 'legal', () => import('#features/legal/cookies-screen.tsx')),
  '/avertissement-risques': screen('anyone', 'legal', () => import('#features/legal/risk-screen.tsx')),
  '/resiliation': screen('anyone', 'legal', () => import('#features/legal/cancel-screen.tsx')),
  '/retractation': screen('anyone', 'legal', () => import('#features/legal/withdraw-screen.tsx')),
}

export const NOT_FOUND = screen('anyone', 'app', () => import('../not-found.tsx'))
