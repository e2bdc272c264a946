/** A page that is drawn ahead in every language: readable before any script, and by whoever runs none. */
export type PublicPage = {
  path: string
  /** Where its one-sentence description stands. */
  texts: string
  description: string
}

/**
 * Sign-up is not among them: its form keeps what is typed in the application, which would not know of what was typed before.
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
  { path: '/outils', texts: 'tools', description: 'purpose' },
  { path: '/mentions-legales', texts: 'legal', description: 'notice.purpose' },
  { path: '/cgv', texts: 'legal', description: 'terms.purpose' },
  { path: '/confidentialite', texts: 'legal', description: 'privacy.purpose' },
  { path: '/cookies', texts: 'legal', description: 'cookies.purpose' },
  { path: '/avertissement-risques', texts: 'legal', description: 'risk.purpose' },
  { path: '/resiliation', texts: 'legal', description: 'cancel.purpose' },
  { path: '/retractation', texts: 'legal', description: 'withdraw.purpose' },
]
