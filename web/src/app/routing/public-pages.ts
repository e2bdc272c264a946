/** A page prerendered in every language: readable before any script runs, and without scripts. */
export type PublicPage = {
  path: string
  /** The key of its one-sentence description. */
  texts: string
  description: string
}

/**
 * Sign-up is not prerendered: its form holds its values in the application, which would not know what was typed before
 * hydration.
 */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/', texts: 'home', description: 'hero.lead' },
  { path: '/login', texts: 'auth', description: 'login.description' },
  { path: '/signaux', texts: 'public-signals', description: 'purpose' },
  { path: '/performances', texts: 'performance', description: 'purpose' },
  { path: '/abonnements', texts: 'subscriptions', description: 'purpose' },
  { path: '/brokers', texts: 'brokers', description: 'purpose' },
  { path: '/propfirm', texts: 'prop-firms', description: 'purpose' },
  { path: '/preuve', texts: 'proof', description: 'purpose' },
  { path: '/aide', texts: 'help', description: 'purpose' },
  { path: '/support/delais', texts: 'support', description: 'times.purpose' },
  { path: '/outils', texts: 'tools', description: 'purpose' },
  { path: '/mentions-legales', texts: 'legal', description: 'notice.purpose' },
  { path: '/cgv', texts: 'legal', description: 'terms.purpose' },
  { path: '/confidentialite', texts: 'legal', description: 'privacy.purpose' },
  { path: '/cookies', texts: 'legal', description: 'cookies.purpose' },
  { path: '/avertissement-risques', texts: 'legal', description: 'risk.purpose' },
  { path: '/resiliation', texts: 'legal', description: 'cancel.purpose' },
  { path: '/retractation', texts: 'legal', description: 'withdraw.purpose' },
]
