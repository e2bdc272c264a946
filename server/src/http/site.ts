import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Keys } from './keys.ts'

/**
 * The built web application. Files whose name holds a hash are kept by browsers for ever; the page itself is
 * asked for again each time, and carries the public key that the client connects with. Any other path that a
 * browser navigates to is the page too: its router decides.
 */
export async function site(
  app: FastifyInstance,
  { directory, keys }: { directory: string; keys: Keys },
): Promise<void> {
  const env = JSON.stringify({ anonKey: keys.anonKey }).replaceAll('<', '\\u003c')
  const page = readFileSync(join(directory, 'index.html'), 'utf8').replace(
    '<!--env-->',
    `<script type="application/json" id="env">${env}</script>`,
  )
  const policy = contentSecurityPolicy(page)

  await app.register(staticFiles, {
    root: directory,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('x-content-type-options', 'nosniff')
    },
  })

  app.get('/', async (_request, reply) => sendPage(reply, page, policy))
  app.get('/index.html', async (_request, reply) => sendPage(reply, page, policy))
  app.setNotFoundHandler(async (request, reply) => {
    const navigates = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (navigates) return sendPage(reply, page, policy)
    return reply.code(404).send({ code: 'not_found', message: 'There is nothing at this address.' })
  })
}

type Reply = import('fastify').FastifyReply

function sendPage(reply: Reply, page: string, policy: string) {
  return reply
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      'cross-origin-opener-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Scripts: our own files, and inline ones only by their hash. Lead webhooks, which the operator names, need `https:` to connect. */
function contentSecurityPolicy(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*(?:src=|application\/json))[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(
    (match) =>
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self' https: ws: wss:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
