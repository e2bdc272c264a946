import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './process.ts'

/** The files of the benchmarks in order of measurement; a file's name is the benchmark's. */
const FILES = [
  'rest',
  'live/fan-out',
  'live/saturation',
  'start',
  'pages/web',
  'pages/frames',
  'pages/answer',
  'pages/signals-page',
  'live/never-missed',
  'performance',
  'outcome',
  'live/reconnect',
  'pages/painted',
  'identity/sign-in-timing',
  'storage',
  'identity/avatar',
  'notify/notify',
  'money/invoices',
  'identity/members',
  'identity/sign-in',
  'live/storm',
  'money/billing',
  'money/revenue',
  'learning/learning',
  'community/community',
  'community/community-scroll',
  'calendar/calendar',
  'support/support',
  'attack/attack',
]
export const QUESTIONS: readonly string[] = FILES.map((file) => basename(file))
export const fileOf = (name: string): string => `./${FILES[QUESTIONS.indexOf(name)]}.ts`

/** Those that compare with other software, which must be installed. */
const COMPARED: readonly string[] = ['rest', 'fan-out', 'saturation', 'web', 'reconnect']
export const ALONE: readonly string[] = QUESTIONS.filter((name) => !COMPARED.includes(name))

/** Installs the software to compare with, once; returns the reason if that is impossible. */
export function installPeers(): string | null {
  if (existsSync(join(root, 'bench', 'node_modules'))) return null
  console.log('Installing what the benchmarks compare with (once)…')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: join(root, 'bench'),
    stdio: 'inherit',
  })
  return status === 0 ? null : 'The software to compare with could not be installed from npm.'
}
