import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compressed } from './compression.ts'
import { fill } from './page-template.ts'
import { securityHeaders } from './security-headers.ts'

/** Pages that the build drew: by path and language, files in the directory. */
type Pages = { default: string; pages: Record<string, Record<string, string>> }
type Options = { directory: string; anonKey: string; publicUrl: () => string }

/** Texts, not pages, that name addresses of this site. */
const TEXTS: Record<string, string> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
}

/** For a page that takes the content of another and has the style sheet already. */
const withoutStyles = (template: string) => template.replace(/<style[^>]*>[\s\S]*?<\/style>/, '')

/**
 * The built web application. Files whose name holds a hash are kept by browsers for ever; a page is asked for again each
 * time, and carries the public key that the client connects with. A path that the build drew is answered with its page, in
 * the language that the address names (`?lang=`) and in no other, so that one address is one page for everybody; `bare` leaves
 * its style sheet out. Any other path that a browser navigates to is the empty page: its router decides.
 */
export async function site(app: FastifyInstance, { directory, anonKey, publicUrl }: Options): Promise<void> {
  const read = (file: string) => readFileSync(join(directory, file), 'utf8')
  const env = JSON.stringify({ anonKey }).replaceAll('<', '\\u003c')
  const drawn = existsSync(join(directory, 'pages.json'))
    ? (JSON.parse(read('pages.json')) as Pages)
    : { default: '', pages: {} }

  await app.register(staticFiles, {
    root: directory,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    // What is filled at each answer is never sent as it lies there.
    allowedPath: (path) => !/\.html($|\.)|^\/pages\.json/.test(path),
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('x-content-type-options', 'nosniff')
    },
  })

  const send = async (request: FastifyRequest, reply: FastifyReply, template: string) => {
    const nonce = randomBytes(16).toString('base64')
    const text = fill(template, { nonce, publicUrl: publicUrl(), env })
    const { body, coding } = await compressed(text, request.headers['accept-encoding'], 4)
    if (coding) reply.header('content-encoding', coding)
    return reply
      .headers({ ...securityHeaders(nonce), 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
      .type('text/html; charset=utf-8')
      .send(body)
  }

  const empty = read('index.html')
  const pages: Pages['pages'] = { '/': {}, '/index.html': {}, ...drawn.pages }
  for (const [path, files] of Object.entries(pages)) {
    const templates = new Map(Object.entries(files).map(([language, file]) => [language, read(file)]))
    app.get<{ Querystring: { lang?: string; bare?: string } }>(path, (request, reply) => {
      const { query } = request
      const template = templates.get(query.lang ?? '') ?? templates.get(drawn.default) ?? empty
      return send(request, reply, query.bare === undefined ? template : withoutStyles(template))
    })
  }
  for (const [path, type] of Object.entries(TEXTS)) {
    if (!existsSync(join(directory, path))) continue
    const template = read(path)
    app.get(path, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
        .type(type)
        .send(fill(template, { nonce: '', publicUrl: publicUrl(), env })),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    const navigates = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (navigates) return send(request, reply, empty)
    return reply.code(404).send({ code: 'not_found', message: 'There is nothing at this address.' })
  })
}
