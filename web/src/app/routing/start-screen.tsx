import { lazy } from 'react'
import { preloadTexts } from '#lib/language/i18n.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'

const loadHome = () => import('../home.tsx')
const loadDashboard = () => import('#features/dashboard/screen.tsx')
// Each with its texts: drawn without them, it would only then begin to wait for them.
const Home = lazy(() => preloadStart().then(loadHome))
const Dashboard = lazy(() => preloadStart().then(loadDashboard))

/** What stands at `/`: the dashboard for whoever is signed in, the public page for everybody else, who loads no client. */
export function StartScreen() {
  return mayBeSignedIn() ? <Dashboard /> : <Home />
}

/** Begins to fetch what `/` will show and its texts; never rejects. */
export function preloadStart(): Promise<unknown> {
  const [texts, load] = mayBeSignedIn()
    ? (['dashboard', loadDashboard] as const)
    : (['home', loadHome] as const)
  return Promise.all([preloadTexts(texts), load()]).catch(() => null)
}
