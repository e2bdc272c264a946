// Owns what a public page tells search engines and link previews. Absolute addresses begin with a placeholder that the server
// replaces with its public address.
import { LANGUAGES, type Language, TERRITORIES } from 'mails/languages'
import { QUESTIONS } from '#features/tour/questions.ts'
import { preloadTexts } from '#lib/language/i18n.ts'
import { translate } from '#lib/language/translate.ts'
import { brand } from '#lib/site/brand.ts'
import type { PublicPage } from './public-pages.ts'

/** Placeholder for the public address in built files, without a trailing slash. */
export const ORIGIN = '__PUBLIC_URL__'

const openGraph = (language: Language): string => `${language}_${TERRITORIES[language]}`

/** The address of a page in a language. The address without a prefix is in the default language. */
export const addressOf = (path: string, language: Language): string =>
  `${ORIGIN}${path}${language === 'fr' ? '' : `?lang=${language}`}`

type Read = (key: string) => string

/** Reads a feature's texts in a language; a missing one fails the build. */
const reader =
  (language: Language) =>
  async (namespace: string): Promise<Read> => {
    const texts = await preloadTexts(namespace)
    return (key) => {
      const found = translate(texts, key, language, { brand: brand.name })
      if (found === null) throw new Error(`There is no text "${key}" of "${namespace}" in ${language}.`)
      return found
    }
  }

export async function headOf(
  page: PublicPage,
  language: Language,
  body: string,
): Promise<{ html: string; heading: string; description: string; card: string }> {
  const [texts, tour] = await Promise.all([reader(language)(page.texts), reader(language)('tour')])
  const heading = plain(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? '')
  const title = page.path === '/' ? `${brand.name} · ${heading}` : `${heading} · ${brand.name}`
  const description = texts(page.description)
  const address = addressOf(page.path, language)
  const card = `cards/${language}${page.path === '/' ? '/index' : page.path}.png`
  const tags = [
    tag('title', {}, title),
    tag('meta', { name: 'description', content: description }),
    tag('link', { rel: 'canonical', href: address }),
    ...LANGUAGES.map((other) =>
      tag('link', { rel: 'alternate', hreflang: other, href: addressOf(page.path, other) }),
    ),
    tag('link', { rel: 'alternate', hreflang: 'x-default', href: addressOf(page.path, 'fr') }),
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': brand.name,
      'og:title': title,
      'og:description': description,
      'og:url': address,
      'og:locale': openGraph(language),
      'og:image': `${ORIGIN}/${card}`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': heading,
    }).map(([property, content]) => tag('meta', { property, content })),
    ...LANGUAGES.filter((other) => other !== language).map((other) =>
      tag('meta', { property: 'og:locale:alternate', content: openGraph(other) }),
    ),
    ...Object.entries({
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
    }).map(([name, content]) => tag('meta', { name, content })),
    facts({
      '@type': 'Organization',
      name: brand.name,
      legalName: brand.legalEntity,
      url: `${ORIGIN}/`,
      logo: `${ORIGIN}/mark.svg`,
      email: brand.contact,
    }),
  ]
  if (page.path === '/') {
    tags.push(
      facts({
        '@type': 'FAQPage',
        inLanguage: language,
        mainEntity: QUESTIONS.map((key) => ({
          '@type': 'Question',
          name: tour(`faq.${key}.q`),
          acceptedAnswer: { '@type': 'Answer', text: tour(`faq.${key}.a`) },
        })),
      }),
    )
  }
  return { html: tags.join('\n    '), heading, description, card }
}

function tag(name: string, attributes: Record<string, string>, content?: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${written.join('')}>${content === undefined ? '' : `${escaped(content)}</${name}>`}`
}

const facts = (content: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...content }).replaceAll('<', '\\u003c')}</script>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Markup as plain text; line breaks become spaces. */
const plain = (markup: string): string =>
  markup
    .replace(/<br\s*\/?>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .trim()
