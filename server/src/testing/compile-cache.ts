import { join } from 'node:path'

/**
 * Has Node keep what it compiled: a server or a worker that a test starts, kills and starts again is read in half the
 * time. For processes that are started from here on; whoever chose another place keeps it.
 */
export function keepCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= join(
    import.meta.dirname,
    '../../..',
    'node_modules',
    '.cache',
    'compiled',
  )
}
