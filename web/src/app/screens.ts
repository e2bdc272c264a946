import type { ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** Who a screen is for. `anyone` and `visitor` stand in the visitors' layout, the others in the members'. */
export type Audience = 'anyone' | 'visitor' | 'member' | 'staff'
export type Screen = { path: string; audience: Audience; load: Load }

/** Every screen of S-01, each a chunk of its own. Aliases name the same screen. */
export const SCREENS: readonly Screen[] = [
  { path: '/', audience: 'anyone', load: () => import('#features/home/screen.tsx') },
  { path: '/login', audience: 'visitor', load: () => import('#features/auth/login-screen.tsx') },
  { path: '/signup', audience: 'visitor', load: () => import('#features/auth/signup-screen.tsx') },
  {
    path: '/password-reset',
    audience: 'visitor',
    load: () => import('#features/auth/password-reset-screen.tsx'),
  },
  { path: '/signaux', audience: 'member', load: () => import('#features/signals/screen.tsx') },
  { path: '/bot-ia', audience: 'member', load: () => import('#features/bot/screen.tsx') },
  { path: '/botia', audience: 'member', load: () => import('#features/bot/screen.tsx') },
  { path: '/formations', audience: 'member', load: () => import('#features/courses/screen.tsx') },
  { path: '/mon-compte', audience: 'member', load: () => import('#features/account/screen.tsx') },
  { path: '/outils', audience: 'member', load: () => import('#features/tools/screen.tsx') },
  { path: '/copy-trading', audience: 'member', load: () => import('#features/copy-trading/screen.tsx') },
  { path: '/abonnements', audience: 'anyone', load: () => import('#features/subscriptions/screen.tsx') },
  { path: '/test-journalier', audience: 'member', load: () => import('#features/daily-test/screen.tsx') },
  { path: '/analyses', audience: 'member', load: () => import('#features/analyses/screen.tsx') },
  { path: '/tradingview-analyses', audience: 'member', load: () => import('#features/analyses/screen.tsx') },
  { path: '/annonces', audience: 'member', load: () => import('#features/announcements/screen.tsx') },
  { path: '/communaute', audience: 'member', load: () => import('#features/community/screen.tsx') },
  { path: '/propfirm', audience: 'anyone', load: () => import('#features/prop-firms/screen.tsx') },
  { path: '/prop-firm', audience: 'anyone', load: () => import('#features/prop-firms/screen.tsx') },
  { path: '/brokers', audience: 'anyone', load: () => import('#features/brokers/screen.tsx') },
  { path: '/payment', audience: 'member', load: () => import('#features/payment/screen.tsx') },
  {
    path: '/payment-success',
    audience: 'member',
    load: () => import('#features/payment/success-screen.tsx'),
  },
  { path: '/parrainage', audience: 'member', load: () => import('#features/referral/screen.tsx') },
  {
    path: '/admin/qualification-requests',
    audience: 'staff',
    load: () => import('#features/qualification/screen.tsx'),
  },
  { path: '/support', audience: 'member', load: () => import('#features/support/screen.tsx') },
]
