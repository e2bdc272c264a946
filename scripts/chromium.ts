import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Paths of the system's Chromium, used by the browser tests. */
const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of an installed Chromium. */
export const findChromium = (): string | undefined => PLACES.find((place) => place && existsSync(place))

/** Installs Chromium and its fonts where that is possible without interaction; otherwise returns instructions. */
export function ensureChromium(): { path: string } | { missing: string } {
  const found = findChromium()
  if (found) return { path: found }
  const byHand =
    'Install Chromium and a Latin font (Debian, Ubuntu: apt-get install chromium fonts-liberation), or set CHROMIUM_PATH.'
  const rights = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!existsSync('/usr/bin/apt-get')) return { missing: byHand }
  console.log('Installing Chromium for the browser tests (once)…')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const action of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]) {
    const [command = 'apt-get', ...options] = [...rights, 'apt-get', ...action]
    const { status } = spawnSync(command, options, {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (status !== 0) return { missing: byHand }
  }
  const path = findChromium()
  return path ? { path } : { missing: byHand }
}
