import { lazyPart } from '#lib/browser/lazy-part.ts'
import { preloadTexts } from '#lib/language/i18n.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'

const loadHome = () => import('../home.tsx')
const loadDashboard = () => import('#features/dashboard/screen.tsx')
// Each with its texts: rendered without them, it would only then start waiting.
const Home = lazyPart(() => preloadStart().then(loadHome))
const Dashboard = lazyPart(() => preloadStart().then(loadDashboard))

/** The screen at `/`: the dashboard for members; for visitors the public page, which loads no Supabase client. */
export function StartScreen() {
  return mayBeSignedIn() ? <Dashboard /> : <Home />
}

/** Starts fetching what `/` will show, with its texts; never rejects. */
export function preloadStart(): Promise<unknown> {
  const [texts, load] = mayBeSignedIn()
    ? (['dashboard', loadDashboard] as const)
    : (['home', loadHome] as const)
  return Promise.all([preloadTexts(texts), load()]).catch(() => null)
}
