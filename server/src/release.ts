import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version in the project's `package.json`; null if absent. */
export function releaseOf(projectDir: string): string | null {
  const file = join(projectDir, 'package.json')
  if (!existsSync(file)) return null
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string }
  return version ?? null
}
