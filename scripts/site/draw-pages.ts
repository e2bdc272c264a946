import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minify } from 'vite'
import { drawCard, drawGround } from './link-card.ts'

/**
 * Prerenders the public pages into the built site in every language, and writes the files for the server and search engines:
 * `pages.json`, `sitemap.xml`, `robots.txt`. Runs in its own process, because it defines browser globals.
 */
type Drawn = {
  path: string
  language: string
  html: string
  heading: string
  description: string
  card: string
}
type Prerender = {
  ADDRESSES: readonly string[]
  CONNECTIONS: object
  LANGUAGES: readonly string[]
  ORIGIN: string
  BRAND: string
  READS: object
  drawPages(template: string): Promise<Drawn[]>
  drawLighthouse(): string
}

/** Web fonts on this server; local fonts replace them until they are loaded. */
const FETCHED_FONT = /@font-face\s*\{[^}]*url\([^}]*\}/g

const [dist = '', program = ''] = process.argv.slice(2)
const read = (file: string) => readFileSync(join(dist, file), 'utf8')
const { code: afterPaint } = await minify('after-paint.js', read('after-paint.js'))
rmSync(join(dist, 'after-paint.js'))
const template = paintingAtOnce(read('index.html'), afterPaint)

// Globals that modules read when they are loaded; no request is sent.
Object.assign(globalThis, { location: new URL('http://localhost/') })
const { ADDRESSES, BRAND, CONNECTIONS, drawPages, drawLighthouse, LANGUAGES, ORIGIN, READS } = (await import(
  pathToFileURL(program).href
)) as Prerender
const drawn = await drawPages(template)

const write = (file: string, content: string | Buffer) => {
  const place = join(dist, file)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, content)
}
const pages: Record<string, Record<string, string>> = {}
const ground = drawGround({ brand: BRAND, lighthouse: drawLighthouse() })
for (const { path, language, html, heading, description, card } of drawn) {
  const file = `prerendered/${language}${path === '/' ? '/index' : path}.html`
  write(file, html)
  write(card, drawCard(ground, heading, description))
  pages[path] = { ...pages[path], [language]: file }
}
write(
  'pages.json',
  JSON.stringify({
    default: LANGUAGES[0],
    pages,
    addresses: ADDRESSES,
    connections: CONNECTIONS,
    figures: { program: 'drawing/figures.js', reads: READS },
  }),
)
write('sitemap.xml', sitemap(Object.keys(pages)))
write('robots.txt', `User-agent: *\nAllow: /\nDisallow: /dev/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`)
// The server draws figures with it at each request.
renameSync(dirname(program), join(dist, 'drawing'))
// Timers of the rendered components would keep the process alive.
process.exit()

/**
 * Makes a prerendered page paint with its first response: inlines the style sheet without web fonts, and replaces the tags that
 * load fonts and the application by `after-paint.js`. Inlining only the page's critical rules would halve the size, but every
 * element would be restyled when the rest arrives.
 */
function paintingAtOnce(html: string, afterPaint: string): string {
  const files: string[] = []
  let [font, styles] = ['', '']
  const bare = html
    .replace(/\n? *<link rel="preload" as="font"[^>]* href="([^"]+)"[^>]*>/, (_link, href: string) => {
      font = href
      return ''
    })
    .replaceAll(
      /\n? *<(?:script type="module"|link rel="modulepreload")[^>]*? (?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g,
      (_tag, file: string) => {
        files.push(file)
        return ''
      },
    )
    .replace(/<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/, (_link, href: string) => {
      styles = read(href).trim()
      return `<style nonce="__NONCE__">${styles.replaceAll(FETCHED_FONT, '')}</style>`
    })
    .replace(/<script nonce/, (tag) => {
      const fonts = styles.match(FETCHED_FONT)?.join('')
      return `<style nonce="__NONCE__" media="not all" data-fonts>${fonts}</style>\n    ${tag}`
    })
  const script = `<script nonce="__NONCE__" data-font="${font}" data-files="${files.join(' ')}">${afterPaint.trim()}</script>`
  return bare.replace('</body>', () => `${script}\n  </body>`)
}

function sitemap(paths: readonly string[]): string {
  const address = (path: string, language: string) =>
    `${ORIGIN}${path}${language === LANGUAGES[0] ? '' : `?lang=${language}`}`
  const links = (path: string) =>
    [
      ...LANGUAGES.map((language) => [language, language] as const),
      ['x-default', LANGUAGES[0] ?? ''] as const,
    ]
      .map(
        ([name, language]) =>
          `    <xhtml:link rel="alternate" hreflang="${name}" href="${address(path, language)}"/>\n`,
      )
      .join('')
  const entries = paths.flatMap((path) =>
    LANGUAGES.map(
      (language) => `  <url>\n    <loc>${address(path, language)}</loc>\n${links(path)}  </url>\n`,
    ),
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${entries.join('')}</urlset>\n`
  )
}
