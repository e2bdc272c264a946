import type { Page } from 'playwright-core'

/** The list of screenshots in docs/screens: who views which address, and what they do before the picture is taken. */
export const PEOPLE = ['visitor', 'freemium', 'premium', 'waiting', 'crypto', 'guarded', 'admin'] as const
export type Who = (typeof PEOPLE)[number]

/** Placeholders in addresses, in curly brackets, which are filled when the product runs. */
export type Place = 'signal' | 'taken' | 'paid' | 'awaited' | 'invoice' | 'unsubscribe' | 'wallet' | 'change'

export type Shot = {
  name: string
  path: string
  who: Who
  /** The whole page instead of the first view. */
  whole?: true
  /** An overlay covers the page up to its edges. */
  covered?: true
  colourBlind?: true
  /** Shows endless loading states as samples. */
  samples?: true
  only?: 'desk' | 'phone'
  act?: (page: Page) => Promise<void>
}

export const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/', who: 'visitor', whole: true },
  { name: 'login', path: '/login', who: 'visitor' },
  { name: 'signup', path: '/signup', who: 'visitor' },
  { name: 'signup-errors', path: '/signup', who: 'visitor', act: sendWrongSignUp },
  { name: 'password-reset', path: '/password-reset', who: 'visitor' },
  { name: 'mail-link', path: '/confirm#token_hash=0af9&type=recovery', who: 'visitor' },
  { name: 'signals-visitor', path: '/signaux', who: 'visitor' },
  { name: 'performance', path: '/performances', who: 'visitor' },
  { name: 'subscriptions', path: '/abonnements', who: 'visitor', whole: true },
  { name: 'brokers', path: '/brokers', who: 'visitor' },
  { name: 'prop-firms', path: '/propfirm', who: 'visitor' },
  { name: 'help', path: '/aide', who: 'visitor' },
  { name: 'help-article', path: '/aide?article=classement-des-brokers', who: 'visitor', only: 'desk' },
  { name: 'tools', path: '/outils', who: 'visitor' },
  { name: 'proof', path: '/preuve', who: 'visitor' },
  { name: 'not-found', path: '/nulle-part', who: 'visitor' },
  { name: 'legal-notice', path: '/mentions-legales', who: 'visitor' },
  { name: 'terms', path: '/cgv', who: 'visitor' },
  { name: 'privacy', path: '/confidentialite', who: 'visitor' },
  { name: 'cookies', path: '/cookies', who: 'visitor' },
  { name: 'risk', path: '/avertissement-risques', who: 'visitor' },
  { name: 'cancel-contract', path: '/resiliation', who: 'visitor' },
  { name: 'withdraw', path: '/retractation', who: 'visitor' },
  { name: 'unsubscribe', path: '/desabonnement?jeton={unsubscribe}', who: 'visitor' },
  { name: 'support-times', path: '/support/delais', who: 'visitor' },
  { name: 'stop-change', path: '/securite/arreter?jeton={change}', who: 'visitor' },
  { name: 'stop-wallet', path: '/versements/arreter?jeton={wallet}', who: 'visitor' },

  { name: 'dashboard', path: '/', who: 'freemium' },
  { name: 'signals', path: '/signaux', who: 'freemium' },
  { name: 'analyses', path: '/analyses', who: 'freemium' },
  { name: 'announcements', path: '/annonces', who: 'freemium' },
  { name: 'copy-trading', path: '/copy-trading', who: 'freemium' },
  { name: 'courses', path: '/formations', who: 'freemium' },
  { name: 'certificate', path: '/attestation', who: 'visitor', only: 'desk' },
  { name: 'daily-test', path: '/test-journalier', who: 'freemium' },
  { name: 'daily-test-forecast', path: '/test-journalier?onglet=suite', who: 'freemium' },
  { name: 'daily-test-reviews', path: '/test-journalier?onglet=revisions', who: 'freemium', only: 'desk' },
  { name: 'daily-test-ranking', path: '/test-journalier?onglet=classement', who: 'freemium', only: 'desk' },
  { name: 'bot', path: '/bot-ia', who: 'freemium' },
  { name: 'community', path: '/communaute', who: 'freemium' },
  { name: 'community-thread', path: '/communaute', who: 'freemium', act: openThread },
  { name: 'community-new-thread', path: '/communaute?nouveau=1', who: 'freemium', only: 'desk' },
  { name: 'community-idea', path: '/communaute?categorie=idees', who: 'freemium', act: openIdea },
  { name: 'community-publish-idea', path: '/communaute?idee=nouvelle', who: 'freemium', only: 'desk' },
  { name: 'events', path: '/communaute/evenements', who: 'freemium' },
  { name: 'moderation', path: '/moderation', who: 'visitor', only: 'desk' },
  { name: 'support', path: '/support', who: 'freemium' },
  { name: 'support-new-ticket', path: '/support?nouvelle=1', who: 'freemium', only: 'desk' },
  { name: 'payment', path: '/payment?plan=standard&period=month', who: 'freemium' },

  { name: 'dashboard-premium', path: '/', who: 'premium' },
  { name: 'signals-premium', path: '/signaux?signal={taken}', who: 'premium', only: 'desk', act: drawn },
  {
    name: 'signal-sheet',
    path: '/signaux?signal={taken}',
    who: 'premium',
    only: 'phone',
    covered: true,
    act: drawn,
  },
  {
    name: 'signals-colour-blind',
    path: '/signaux?signal={signal}',
    who: 'premium',
    only: 'desk',
    colourBlind: true,
    act: drawn,
  },
  { name: 'my-trades', path: '/signaux?vue=mes-trades', who: 'premium' },
  { name: 'palette', path: '/signaux', who: 'premium', only: 'desk', covered: true, act: openPalette },
  { name: 'daily-test-question', path: '/test-journalier', who: 'premium', only: 'desk', act: beginTest },
  { name: 'notifications', path: '/brokers', who: 'premium', covered: true, act: openNotifications },
  { name: 'referral', path: '/parrainage', who: 'premium' },
  { name: 'account', path: '/mon-compte', who: 'premium' },
  { name: 'account-subscription', path: '/mon-compte?onglet=abonnement', who: 'premium' },
  { name: 'account-history', path: '/mon-compte?onglet=historique', who: 'premium' },
  { name: 'account-notifications', path: '/mon-compte?onglet=notifications', who: 'premium' },
  { name: 'payment-confirmed', path: '/payment-success?commande={paid}', who: 'premium' },
  { name: 'payment-awaited', path: '/payment-success?commande={awaited}', who: 'waiting' },
  { name: 'payment-crypto', path: '/payment-success?commande={invoice}', who: 'crypto' },
  { name: 'second-factor', path: '/login', who: 'guarded', act: logInToSecondFactor },

  { name: 'composer', path: '/signaux?compose=1', who: 'admin', covered: true },
  { name: 'office', path: '/admin', who: 'admin' },
  { name: 'office-members', path: '/admin/membres', who: 'admin' },
  { name: 'office-qualification', path: '/admin/qualification-requests', who: 'admin' },
  { name: 'office-moderation', path: '/admin/moderation', who: 'admin', only: 'desk' },
  { name: 'office-announcements', path: '/admin/annonces', who: 'admin', only: 'desk' },
  { name: 'office-support', path: '/admin/support', who: 'admin' },
  { name: 'office-support-reports', path: '/admin/support?onglet=rapports', who: 'admin', only: 'desk' },
  { name: 'office-support-settings', path: '/admin/support?onglet=reglages', who: 'admin', only: 'desk' },
  { name: 'office-signals', path: '/admin/signaux', who: 'admin' },
  { name: 'office-leads', path: '/admin/leads', who: 'admin', only: 'desk' },
  { name: 'office-payments', path: '/admin/paiements', who: 'admin' },
  { name: 'office-plans', path: '/admin/formules', who: 'admin' },
  { name: 'office-rates', path: '/admin/taux', who: 'admin', only: 'desk' },
  { name: 'office-seller', path: '/admin/vendeur', who: 'admin' },
  { name: 'office-coupons', path: '/admin/codes-de-reduction', who: 'admin' },
  { name: 'office-revenue', path: '/admin/revenus', who: 'admin', act: askForTrials },
  { name: 'office-payouts', path: '/admin/versements', who: 'admin', only: 'desk' },
  { name: 'office-deliveries', path: '/admin/livraisons', who: 'admin', only: 'desk' },
  {
    name: 'office-contents',
    path: '/admin/contenus?contenu=broker/goelette-exemple',
    who: 'admin',
    only: 'desk',
  },
  {
    name: 'office-studio',
    path: '/admin/contenus/studio?contenu=broker/goelette-exemple',
    who: 'admin',
    only: 'desk',
  },
  { name: 'office-mails', path: '/admin/e-mails', who: 'admin', only: 'desk' },
  { name: 'office-jobs', path: '/admin/taches', who: 'admin', only: 'desk' },
  { name: 'office-audit', path: '/admin/journal', who: 'admin', only: 'desk' },
  { name: 'office-settings', path: '/admin/reglages', who: 'admin' },

  {
    name: 'design-system',
    path: '/dev/ui?theme={theme}',
    who: 'visitor',
    only: 'desk',
    whole: true,
    samples: true,
  },
]

/** Addresses of screens without a screenshot, with the reason. */
export const NOT_PICTURED: Readonly<Record<string, string>> = {
  '/botia': 'the former address of /bot-ia: the same screen',
  '/tradingview-analyses': 'the former address of /analyses: the same screen',
  '/prop-firm': 'the other address of /propfirm: the same screen',
}

async function sendWrongSignUp(page: Page): Promise<void> {
  await page.locator('form input[name="firstName"]').fill('Camille')
  await page.locator('form input[type="email"]').fill('camille@exemple')
  await page.locator('form input[type="password"]').fill('vigie')
  await page.locator('form button[type="submit"]').click()
  await page.locator('form [aria-invalid="true"]').first().waitFor()
}

async function drawn(page: Page): Promise<void> {
  await page
    .locator('[role="dialog"] canvas, [role="region"] canvas, aside canvas, main canvas')
    .first()
    .waitFor()
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill('eur')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

/** The first question; leaving the page keeps the attempt. */
async function beginTest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Commencer' }).click()
  await page.getByRole('heading', { name: 'Question 1 sur 10' }).waitFor()
}

async function openNotifications(page: Page): Promise<void> {
  await page.getByRole('button', { name: /notification/i }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

/** The first thread of the list, drawn up to its field. */
async function openThread(page: Page): Promise<void> {
  await page.locator('[data-thread] [data-open]').first().click()
  await page.getByRole('article').first().waitFor()
  await page.locator('textarea, button').filter({ visible: true }).last().waitFor()
}

async function openIdea(page: Page): Promise<void> {
  await page
    .locator('[data-thread]')
    .filter({ hasText: 'Stop touché' })
    .locator('[data-open]')
    .first()
    .click()
  await page.locator('[data-idea] canvas').first().waitFor()
}

async function askForTrials(page: Page): Promise<void> {
  await page
    .getByText(/paiements d’essai/)
    .first()
    .click()
  await page.getByRole('table').first().waitFor()
}

async function logInToSecondFactor(page: Page): Promise<void> {
  await page.locator('input[autocomplete~="username"]').fill('robin.lefevre@example.com')
  await page.locator('input[type="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('input[autocomplete="one-time-code"]').first().waitFor()
}

/** For everyone created for the screenshots, in a temporary database. */
export const PASSWORD = 'corbeau lanterne 42 marée'
