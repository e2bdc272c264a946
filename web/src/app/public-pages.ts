/** A page that is drawn ahead in every language: readable before any script, and by whoever runs none. */
export type PublicPage = {
  path: string
  /** Where its one-sentence description stands. */
  texts: string
  description: string
  /** Its own picture for links; the front page’s without one. */
  picture?: string
}

export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: '/', texts: 'home', description: 'hero.lead' },
  { path: '/abonnements', picture: 'abonnements', texts: 'subscriptions', description: 'purpose' },
  { path: '/brokers', picture: 'brokers', texts: 'brokers', description: 'purpose' },
  { path: '/propfirm', picture: 'propfirm', texts: 'prop-firms', description: 'purpose' },
  { path: '/outils', picture: 'outils', texts: 'tools', description: 'purpose' },
  { path: '/login', texts: 'auth', description: 'login.purpose' },
  { path: '/signup', picture: 'signup', texts: 'auth', description: 'signup.purpose' },
]
