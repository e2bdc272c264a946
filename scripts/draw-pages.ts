import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Draws the public pages into the built site, in every language, and writes what the server and search engines read of them:
 * `pages.json`, `sitemap.xml`, `robots.txt`. Runs in a process of its own: it takes the place of a browser's globals.
 */
type Drawn = { path: string; language: string; html: string; title: string; description: string }
type Prerender = {
  LANGUAGES: readonly string[]
  ORIGIN: string
  drawPages(template: string): Promise<Drawn[]>
}

const [dist = '', program = ''] = process.argv.slice(2)
const template = readFileSync(join(dist, 'index.html'), 'utf8')

// What modules read as they are loaded; nothing is sent anywhere.
Object.assign(globalThis, { location: new URL('http://localhost/') })
const { drawPages, LANGUAGES, ORIGIN } = (await import(pathToFileURL(program).href)) as Prerender
const drawn = await drawPages(template)

const write = (file: string, content: string) => {
  const place = join(dist, file)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, content)
}
const pages: Record<string, Record<string, string>> = {}
for (const { path, language, html } of drawn) {
  const file = `prerendered/${language}${path === '/' ? '/index' : path}.html`
  write(file, html)
  pages[path] = { ...pages[path], [language]: file }
}
write('pages.json', JSON.stringify({ default: LANGUAGES[0], pages }))
write('sitemap.xml', sitemap(Object.keys(pages)))
write('robots.txt', `User-agent: *\nAllow: /\nDisallow: /dev/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`)
rmSync(dirname(program), { recursive: true })
// Timers of what was drawn would keep the process alive.
process.exit()

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
