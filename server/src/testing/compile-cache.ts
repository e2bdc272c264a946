import { join } from 'node:path'

/**
 * Enables Node's compile cache for child processes, which halves the load time of servers and workers that tests start
 * repeatedly. An existing setting is kept.
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
