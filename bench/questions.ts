import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.ts'

/** The benchmarks in order of measurement. */
export const QUESTIONS = [
  'rest',
  'fan-out',
  'saturation',
  'start',
  'web',
  'frames',
  'answer',
  'signals-page',
  'never-missed',
  'performance',
  'outcome',
  'reconnect',
  'painted',
  'sign-in-timing',
  'storage',
  'avatar',
  'notify',
  'invoices',
  'members',
  'sign-in',
  'storm',
  'billing',
  'revenue',
  'learning',
  'community',
  'community-scroll',
  'attack',
] as const
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
