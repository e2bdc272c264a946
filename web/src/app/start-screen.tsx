import { lazy } from 'react'
import { mayBeSignedIn } from '#lib/session-key.ts'

const loadHome = () => import('#features/home/screen.tsx')
const loadDashboard = () => import('#features/dashboard/screen.tsx')
const Home = lazy(loadHome)
const Dashboard = lazy(loadDashboard)

/** What stands at `/`: the dashboard for whoever is signed in, the public page for everybody else, who loads no client. */
export function StartScreen() {
  return mayBeSignedIn() ? <Dashboard /> : <Home />
}

/** What `/` will show, and the texts it needs. */
export const start = (): { texts: string; load: () => Promise<unknown> } =>
  mayBeSignedIn() ? { texts: 'dashboard', load: loadDashboard } : { texts: 'home', load: loadHome }
