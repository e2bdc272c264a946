import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compressed } from './compression.ts'
import { drawnFigures, type Figures } from './drawn-figures.ts'
import { fill } from './page-template.ts'
import { FILE_POLICY, securityHeaders } from './security-headers.ts'

/** Prerendered pages: file by path and language; and every path known to the application. */
type Pages = {
  default: string
  pages: Record<string, Record<string, string>>
  addresses?: string[]
  /** Additional request targets of documents: for all, and for single paths. */
  connections?: { everywhere: string[]; at: Record<string, string[]> }
  figures?: Figures
}
type Options = { directory: string; anonKey: string; publicUrl: () => string }

/** Text files that contain this site's URL. */
const TEXTS: Record<string, string> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
}

/** The path as the router reads it: case and a trailing slash are ignored. */
const pathOf = (url: string) => (url.split('?', 1)[0] as string).toLowerCase().replace(/(?<=.)\/+$/, '')

/** For a client that reuses another page's content and already has the style sheets. */
const withoutStyles = (template: string) => template.replaceAll(/<style[^>]*>[\s\S]*?<\/style>/g, '')

/**
 * The built web application. Files with a hash in their name are cached permanently; pages are revalidated, and contain
 * the client's public key and the site's URL. A prerendered path is answered with its page in the language of the URL
 * only (`?lang=`), so that one URL has one content for everyone, with the figures that anybody may read now; `bare` omits the
 * style sheets. Any other navigation
 * gets the empty page, whose router decides; its status is 404 where the build knows no such path.
 */
export async function site(app: FastifyInstance, { directory, anonKey, publicUrl }: Options): Promise<void> {
  const read = (file: string) => readFileSync(join(directory, file), 'utf8')
  const filled = (template: string, nonce: string) => {
    const address = publicUrl()
    return fill(template, { nonce, publicUrl: address, env: { anonKey, publicUrl: address } })
  }
  const drawn = existsSync(join(directory, 'pages.json'))
    ? (JSON.parse(read('pages.json')) as Pages)
    : { default: '', pages: {} }

  await app.register(staticFiles, {
    root: directory,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    // Templates and the server's own program must not be served as static files.
    allowedPath: (path) => !/\.html($|\.)|^\/pages\.json|^\/drawing\//.test(path),
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('x-content-type-options', 'nosniff')
      reply.header('content-security-policy', FILE_POLICY)
    },
  })

  const connectTo = (url: string): string[] => {
    const { everywhere = [], at = {} } = drawn.connections ?? {}
    const socket = new URL(publicUrl()).origin.replace(/^http/, 'ws')
    return [socket, ...everywhere, ...(at[pathOf(url)] ?? [])]
  }
  const send = async (request: FastifyRequest, reply: FastifyReply, template: string) => {
    const nonce = randomBytes(16).toString('base64')
    const text = filled(template, nonce)
    const { body, coding } = await compressed(text, request.headers['accept-encoding'], 4)
    if (coding) reply.header('content-encoding', coding)
    return reply
      .headers({
        ...securityHeaders(nonce, connectTo(request.url)),
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
      })
      .type('text/html; charset=utf-8')
      .send(body)
  }

  const addresses = new Set(drawn.addresses)
  const leadsSomewhere = (url: string) => addresses.size === 0 || addresses.has(pathOf(url))
  const withFigures = drawn.figures
    ? await drawnFigures({
        program: join(directory, drawn.figures.program),
        reads: drawn.figures.reads,
        ask: (rpc, args) => askAsVisitor(app, anonKey, rpc, args),
        onError: (error) => app.log.warn(error, 'the figures of a page could not be read'),
      })
    : null
  const empty = read('index.html')
  const pages: Pages['pages'] = { '/': {}, '/index.html': {}, ...drawn.pages }
  for (const [path, files] of Object.entries(pages)) {
    const templates = new Map(Object.entries(files).map(([language, file]) => [language, read(file)]))
    app.get<{ Querystring: { lang?: string; bare?: string } }>(path, async (request, reply) => {
      const { query } = request
      const language = query.lang !== undefined && templates.has(query.lang) ? query.lang : drawn.default
      const template = templates.get(language) ?? empty
      const styled = query.bare === undefined ? template : withoutStyles(template)
      return send(request, reply, withFigures ? await withFigures(path, language, styled) : styled)
    })
  }
  for (const [path, type] of Object.entries(TEXTS)) {
    if (!existsSync(join(directory, path))) continue
    const template = read(path)
    app.get(path, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
        .type(type)
        .send(filled(template, '')),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    const navigates = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (navigates) return send(request, leadsSomewhere(request.url) ? reply : reply.code(404), empty)
    return reply.code(404).send({ code: 'not_found', message: 'There is no page at this address.' })
  })
}

/** What a visitor's browser would be answered, by the same way. By GET: an injected body never counts as complete. */
async function askAsVisitor(
  app: FastifyInstance,
  anonKey: string,
  rpc: string,
  args: Record<string, string | number>,
): Promise<unknown> {
  const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, `${value}`]))
  const answer = await app.inject({ url: `/rest/v1/rpc/${rpc}?${query}`, headers: { apikey: anonKey } })
  if (answer.statusCode !== 200) throw new Error(`${rpc} answered ${answer.statusCode}`)
  return answer.json()
}
