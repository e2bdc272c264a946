import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mapped, targetOf } from './specifier.ts'
import type { WorkerSettings } from './worker-messages.ts'

/**
 * Module hooks that let Node load what Deno can: TypeScript, import maps, and npm packages under Deno's specifiers.
 * Only in a function's thread.
 */
const HOST_MODULES = {
  empty: 'export {}',
  'std-http': `export const serve = (handler, options) => globalThis.Deno.serve(options ?? {}, handler).finished
export const serveListener = serve
export { STATUS_CODES as STATUS_TEXT } from 'node:http'`,
}

/** Returns a list that is filled with the function's own files as they load. */
export function hookModules({ importMap, packageRoots }: WorkerSettings): string[] {
  const imports = importMap ? readImports(importMap) : {}
  const files: string[] = importMap ? [importMap] : []
  const parents = packageRoots.map((root) => pathToFileURL(join(root, 'resolve.js')).href)

  registerHooks({
    resolve(specifier, context, nextResolve) {
      const own = isOwn(context.parentURL)
      const wanted = own ? mapped(imports, specifier) : specifier
      const target = own ? targetOf(wanted) : { kind: 'as-it-is' as const }
      if (target.kind === 'refused') throw new Error(target.why)
      if (target.kind === 'host')
        return { url: `edge-host:${target.module}`, format: 'module', shortCircuit: true }
      const name = target.kind === 'package' ? target.name : wanted
      // Relative targets of an import map are relative to the map.
      if (name !== specifier && /^\.{1,2}\//.test(name) && importMap)
        return nextResolve(new URL(name, pathToFileURL(importMap)).href, context)
      if (!own || /^(?:\.{0,2}\/|[a-z-]+:)/i.test(name)) return nextResolve(name, context)
      return firstOf([context.parentURL, ...parents], (parentURL) =>
        nextResolve(name, { ...context, ...(parentURL ? { parentURL } : {}) }),
      )
    },
    load(url, context, nextLoad) {
      const module = /^edge-host:(.*)$/.exec(url)?.[1]
      if (module) {
        const source = HOST_MODULES[module as keyof typeof HOST_MODULES]
        return { format: 'module', source, shortCircuit: true }
      }
      if (!isOwn(url)) return nextLoad(url, context)
      const path = fileURLToPath(url)
      files.push(path)
      switch (extname(path)) {
        case '.ts':
        case '.mts': {
          const source = stripTypeScriptTypes(readFileSync(path, 'utf8'), {
            mode: 'transform',
            sourceUrl: url,
          })
          return { format: 'module', source, shortCircuit: true }
        }
        case '.js':
        case '.mjs':
          return { format: 'module', source: readFileSync(path, 'utf8'), shortCircuit: true }
        case '.tsx':
        case '.jsx':
          throw new Error(`${path}: JSX is not supported`)
        default:
          return nextLoad(url, context)
      }
    },
  })
  return files
}

/** Project code, as opposed to packages and this host. */
function isOwn(url: string | undefined): boolean {
  return url?.startsWith('file:') === true && !url.includes('/node_modules/') && !url.startsWith(HOST)
}
const HOST = pathToFileURL(`${dirname(import.meta.filename)}/`).href

function firstOf<P, R>(parents: P[], resolve: (parent: P) => R): R {
  let first: unknown
  for (const parent of parents) {
    try {
      return resolve(parent)
    } catch (error) {
      first ??= error
    }
  }
  throw first
}

function readImports(path: string): Record<string, string> {
  // deno.jsonc: removes comments outside strings.
  const text = readFileSync(path, 'utf8').replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
  const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> }
  return imports
}
