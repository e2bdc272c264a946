// Draws the public pages when the site is built. It knows the pages; the caller writes and compresses the files.
import { LANGUAGES, type Language } from 'mails/languages'
import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { drawIn, preloadTexts } from '#lib/language/i18n.ts'
import { setBrand } from '#lib/site/brand.ts'
import { Lighthouse } from '#parts/brand/lighthouse.tsx'
import { App } from '../app.tsx'
import { brand } from '../brand.ts'
import { CONNECTIONS } from './connections.ts'
import { draw, prepare, READS } from './figures.tsx'
import { headOf, ORIGIN } from './head.ts'
import { PUBLIC_PAGES, type PublicPage } from './public-pages.ts'
import { ADDRESSES } from './routes.tsx'
import { screenAt } from './screen-at.ts'
import { NOT_FOUND, SCREENS } from './screens.ts'

export { ADDRESSES, CONNECTIONS, LANGUAGES, ORIGIN, READS }

export type DrawnPage = {
  path: string
  language: Language
  html: string
  heading: string
  description: string
  /** The image file of the page's link preview. */
  card: string
}

export const BRAND = brand.name

setBrand(brand)

/** The brand's picture, for link previews. */
export const drawLighthouse = (): string =>
  renderToStaticMarkup(<Lighthouse viewBox="420 60 960 504" align="xMaxYMax slice" />)

/** Every public page in every language, as whole documents made from the built `index.html`. */
export async function drawPages(template: string): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = []
  await prepare()
  for (const language of LANGUAGES) {
    // One language at a time: the current language is global to the application.
    drawIn(language)
    await Promise.all(['app', 'ui'].map(preloadTexts))
    for (const page of PUBLIC_PAGES) drawn.push(await drawPage(template, page, language))
  }
  return drawn
}

async function drawPage(template: string, page: PublicPage, language: Language): Promise<DrawnPage> {
  const screen = screenAt({ pathname: page.path, search: '', hash: '' })
  if (screen === NOT_FOUND) throw new Error(`There is no screen at ${page.path}.`)
  const front = SCREENS[page.path]?.front !== undefined
  await screen.preload()
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <App Router={({ children }) => <StaticRouter location={page.path}>{children}</StaticRouter>} />
    </StrictMode>,
    // Rendered in one piece: streamed parts would need inline scripts to move them into place.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void failures.push(error) },
  )
  const body = withFigures(page.path, language, await new Response(prelude).text())
  if (failures.length > 0) throw failures[0]
  const head = await headOf(page, language, body)
  const html = template
    .replace(
      /<html[^>]*>/,
      `<html lang="${language}" data-theme="dark" data-drawn="${front ? 'front' : screen.audience}">`,
    )
    .replace(/<!--head-->[\s\S]*<!--\/head-->/, () => head.html)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
  const { heading, description, card } = head
  return { path: page.path, language, html, heading, description, card }
}

/** Marks the part of a page that the server draws again with figures. It must be the same markup, which hydration expects. */
function withFigures(path: string, language: Language, body: string): string {
  const part = draw(path, language, {})
  if (part === null) return body
  if (!body.includes(part))
    throw new Error(`The figures of ${path} are drawn in another way within their page.`)
  return body.replace(part, () => `<!--figures-->${part}<!--/figures-->`)
}
