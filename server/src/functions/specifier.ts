/**
 * Resolves a function's imports for Node: npm packages named in the style of Deno or a CDN become package names. Pure.
 * The installed versions are used; nothing is fetched from the network when a function starts.
 */
export type Target =
  | { kind: 'as-it-is' }
  | { kind: 'package'; name: string }
  /** Types only, or a module that the host provides. */
  | { kind: 'host'; module: 'empty' | 'std-http' }
  | { kind: 'refused'; why: string }

const CDN =
  /^https:\/\/(?:esm\.sh|esm\.run|unpkg\.com|cdn\.skypack\.dev|cdn\.jsdelivr\.net\/npm)\/(?:v\d+\/|stable\/)?/
const STD_HTTP = /^https:\/\/deno\.land\/std(?:@[^/]+)?\/http\/(?:server|mod)\.ts$/
const PACKAGE = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:@[^/?]+)?(\/[^?]*)?(?:\?.*)?$/i

export function targetOf(specifier: string): Target {
  if (/^(?:jsr:|npm:)?\/?@supabase\/functions-js(?:@[^/]+)?\/(?:src\/)?edge-runtime\.d\.ts$/.test(specifier))
    return { kind: 'host', module: 'empty' }
  if (/\.d\.ts(?:\?.*)?$/.test(specifier)) return { kind: 'host', module: 'empty' }
  if (STD_HTTP.test(specifier)) return { kind: 'host', module: 'std-http' }
  if (specifier.startsWith('npm:')) return packageNamed(specifier, specifier.slice('npm:'.length))
  if (specifier.startsWith('jsr:')) return packageNamed(specifier, specifier.slice('jsr:'.length))
  if (CDN.test(specifier)) return packageNamed(specifier, specifier.replace(CDN, ''))
  if (/^https?:/.test(specifier))
    return {
      kind: 'refused',
      why: `${specifier} cannot be imported from the network; install it as an npm package`,
    }
  return { kind: 'as-it-is' }
}

function packageNamed(specifier: string, text: string): Target {
  const [, name, path = ''] = PACKAGE.exec(text.replace(/^\//, '')) ?? []
  return name
    ? { kind: 'package', name: `${name}${path === '/' ? '' : path}` }
    : { kind: 'refused', why: `${specifier} names no package` }
}

/** Applies the `imports` of a deno.json or import map: exact names first, then the longest prefix that ends in `/`. */
export function mapped(imports: Record<string, string>, specifier: string): string {
  const exact = Object.hasOwn(imports, specifier) ? imports[specifier] : undefined
  if (exact !== undefined) return exact
  const prefix = Object.keys(imports)
    .filter((key) => key.endsWith('/') && specifier.startsWith(key))
    .sort((a, b) => b.length - a.length)[0]
  if (prefix !== undefined) return `${imports[prefix]}${specifier.slice(prefix.length)}`
  // `"hono": "npm:hono@4"` also maps `hono/cors`.
  const owner = Object.keys(imports).find(
    (key) => specifier.startsWith(`${key}/`) && /^(?:npm|jsr):/.test(imports[key] ?? ''),
  )
  return owner === undefined ? specifier : `${imports[owner]}${specifier.slice(owner.length)}`
}
