import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { site } from './site.ts'

const directory = mkdtempSync(join(tmpdir(), 'figures-'))
const app = fastify()
let published: number | null = null
let asked: unknown[] = []

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const page = '<html><head><!--env--></head><body><!--figures--><b>—</b><!--/figures--></body></html>'
  writeFileSync(join(directory, 'index.html'), page)
  writeFileSync(join(directory, 'es.html'), page)
  mkdirSync(join(directory, 'drawing'))
  writeFileSync(
    join(directory, 'drawing/figures.js'),
    `export const prepare = async () => {}
     export const draw = (path, language, { count }) => path + ' ' + language + ' <b>' + count.published + '</b>'`,
  )
  const pages = {
    default: 'fr',
    pages: { '/': { fr: 'index.html', es: 'es.html' }, '/legal': { fr: 'index.html' } },
    figures: {
      program: 'drawing/figures.js',
      reads: { '/': { count: { rpc: 'counted', args: { days: 90 } } } },
    },
  }
  writeFileSync(join(directory, 'pages.json'), JSON.stringify(pages))
  app.get('/rest/v1/rpc/counted', (request, reply) => {
    asked.push([request.headers.apikey, request.query])
    return published === null ? reply.code(503).send({}) : { published, note: '</script>' }
  })
  await app.register(site, { directory, anonKey: 'key', publicUrl: () => 'https://vigie.example' })
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  rmSync(directory, { recursive: true })
})
const shown = async (path: string) => (await app.inject(path)).body
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
beforeEach(() => {
  // Later than any answer is kept.
  later(3600)
  published = 41
  asked = []
})

it('puts the figures that a visitor may read into a page, in its language, with their answers for its scripts', async () => {
  const page = await shown('/?lang=es')
  expect(page).toContain('<body>/ es <b>41</b></body>')
  expect(page).toContain(
    '<script type="application/json" id="figures">{"count":{"published":41,"note":"\\u003c/script>"}}</script>',
  )
  expect(await shown('/')).toContain('<body>/ fr <b>41</b></body>')
  expect(asked).toEqual([['key', { days: '90' }]])
})

it('leaves pages without figures as they were built', async () => {
  const page = await shown('/legal')
  expect(page).toContain('<b>—</b>')
  expect(page).not.toContain('id="figures"')
})

it('reads again after ten seconds', async () => {
  await shown('/')
  published = 42
  later(9)
  expect(await shown('/')).toContain('<b>41</b>')
  later(2)
  expect(await shown('/')).toContain('<b>42</b>')
})

it('shows the last figures for a minute if they cannot be read, then none', async () => {
  await shown('/')
  published = null
  later(50)
  expect(await shown('/')).toContain('<b>41</b>')
  later(20)
  const page = await shown('/')
  expect(page).toContain('<b>—</b>')
  expect(page).not.toContain('id="figures"')
})

it('does not serve the program that draws them', async () => {
  expect((await app.inject('/drawing/figures.js')).statusCode).toBe(404)
})
