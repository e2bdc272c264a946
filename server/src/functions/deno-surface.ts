import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The globals of a function besides the web platform's: the part of `Deno` that edge functions use, `EdgeRuntime`, and events. */
export type Handler = (request: Request, info: { remoteAddr: object; completed: Promise<void> }) => unknown
type Served = { handler: Handler; onError: ((error: unknown) => unknown) | null }

export type Surface = {
  /** The function's handler once registered. */
  served: Served | null
  /** Work that continues after the answer (`waitUntil`). */
  background: Set<Promise<unknown>>
}

class NotFound extends Error {
  override name = 'NotFound'
}
class PermissionDenied extends Error {
  override name = 'PermissionDenied'
}

export function installSurface(entrypoint: string): Surface {
  const surface: Surface = { served: null, background: new Set() }
  const folder = dirname(entrypoint)
  const at = (path: string | URL) => (path instanceof URL ? fileURLToPath(path) : resolve(folder, path))
  const found = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw error.code === 'ENOENT' ? new NotFound(error.message) : error
    })

  const Deno = {
    serve: (...parts: unknown[]) => {
      surface.served = readServe(parts)
      return serverOf(parts)
    },
    env: {
      get: (name: string) => process.env[name],
      has: (name: string) => process.env[name] !== undefined,
      set: (name: string, value: string) => {
        process.env[name] = value
      },
      delete: (name: string) => {
        delete process.env[name]
      },
      toObject: () => ({ ...process.env }),
    },
    readTextFile: (path: string | URL) => found(readFile(at(path), 'utf8')),
    readFile: (path: string | URL) => found(readFile(at(path)).then((bytes) => new Uint8Array(bytes))),
    readTextFileSync: (path: string | URL) => readFileSync(at(path), 'utf8'),
    readFileSync: (path: string | URL) => new Uint8Array(readFileSync(at(path))),
    writeTextFile: (path: string | URL, text: string) => writeFile(temporary(at(path)), text),
    writeFile: (path: string | URL, bytes: Uint8Array) => writeFile(temporary(at(path)), bytes),
    mkdir: (path: string | URL, options?: { recursive?: boolean }) => mkdir(temporary(at(path)), options),
    remove: (path: string | URL, options?: { recursive?: boolean }) => rm(temporary(at(path)), options),
    stat: (path: string | URL) => found(stat(at(path))),
    cwd: () => folder,
    exit: () => {
      throw new PermissionDenied('a function cannot exit its process')
    },
    isatty: () => false,
    errors: { NotFound, PermissionDenied },
    version: { deno: '2.1.4', v8: process.versions.v8, typescript: '5.6.2' },
    build: {
      os: process.platform,
      arch: process.arch === 'x64' ? 'x86_64' : 'aarch64',
      target: '',
      vendor: 'unknown',
    },
    args: [],
    pid: 1,
    mainModule: `file://${entrypoint}`,
    refTimer: () => {},
    unrefTimer: () => {},
  }
  const EdgeRuntime = {
    waitUntil: <T>(work: Promise<T>): Promise<T> => {
      surface.background.add(work)
      const done = () => surface.background.delete(work)
      work.then(done, (error) => {
        done()
        console.error(error)
      })
      return work
    },
  }
  const events = new EventTarget()
  Object.assign(globalThis, {
    Deno,
    EdgeRuntime,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  })
  return surface
}

function readServe(parts: unknown[]): Served {
  const options = (parts.find((part) => typeof part === 'object' && part !== null) ?? {}) as Record<
    string,
    unknown
  >
  const handler = parts.find((part) => typeof part === 'function') ?? options.handler
  if (typeof handler !== 'function') throw new TypeError('Deno.serve needs a handler')
  const { onError } = options
  return {
    handler: handler as Handler,
    onError: typeof onError === 'function' ? (onError as (error: unknown) => unknown) : null,
  }
}

function serverOf(parts: unknown[]) {
  const addr = { transport: 'tcp', hostname: '0.0.0.0', port: 9999 }
  for (const part of parts) {
    const onListen = (part as { onListen?: unknown } | null)?.onListen
    if (typeof onListen === 'function') onListen({ hostname: addr.hostname, port: addr.port })
  }
  return {
    addr,
    finished: new Promise<void>(() => {}),
    shutdown: async () => {},
    ref: () => {},
    unref: () => {},
  }
}

/** A function may write only below the temporary directory. */
function temporary(path: string): string {
  if (path.startsWith(`${tmpdir()}/`)) return path
  throw new PermissionDenied(`${path} is not writable; only ${tmpdir()} is`)
}
