// The layout of mails. Written with createElement, because the worker runs TypeScript directly and Node cannot parse JSX. Uses
// tables and inline styles, which mail readers support; a style sheet adds the dark theme, and the light colours keep their
// contrast when a reader inverts them.
import { type CSSProperties, createElement as h, type ReactElement, type ReactNode } from 'react'
import type { Letter } from './letter.ts'

const FONT = "Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const MONO = "'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"
/** The tokens of web/src/ui/theme.css in notation that mail readers support. */
const LIGHT = {
  ground: '#fbfaf8',
  card: '#ffffff',
  line: '#e4e3df',
  text: '#0e1a29',
  muted: '#545d69',
  well: '#f4f3f0',
}
const DARK = {
  ground: '#060b13',
  card: '#0e151e',
  line: '#232b36',
  text: '#eff2f6',
  muted: '#9ba5b2',
  well: '#080f17',
}
const LAMP = '#fdb432'
const ON_LAMP = '#1c1203'

/** The dark theme, by class. */
export const DARK_RULES = `
.ground{background:${DARK.ground}!important}
.card{background:${DARK.card}!important;border-color:${DARK.line}!important}
.text{color:${DARK.text}!important}
.muted{color:${DARK.muted}!important}
.well{background:${DARK.well}!important;border-color:${DARK.line}!important}
.lit{border-color:${LAMP}!important}`

const SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${DARK_RULES}}
@media (max-width:480px){.card-cell{padding:24px 20px!important}}`

/** The complete HTML document. */
export function frame(letter: Letter): ReactElement {
  return h(
    'html',
    { lang: letter.language },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, letter.subject),
      h('style', null, SHEET),
    ),
    h(
      'body',
      { className: 'ground', style: { margin: 0, padding: 0, background: LIGHT.ground } },
      // The preview text in the recipient's list of mails.
      h('div', { style: HIDDEN }, letter.lead),
      sheet(letter),
    ),
  )
}

/** The visible part. */
export function sheet(letter: Letter): ReactElement {
  const { code, button } = letter
  return table(
    { className: 'ground', style: { background: LIGHT.ground, fontFamily: FONT } },
    h(
      'td',
      { align: 'center', style: { padding: '32px 12px 40px' } },
      table(
        { style: { maxWidth: 520 } },
        h('td', { style: { padding: '0 4px 20px' } }, logo(letter.brand)),
        h(
          'td',
          { className: 'card card-cell', style: CARD },
          paragraph('muted', { fontSize: 14, margin: '0 0 12px' }, letter.greeting),
          h('h1', { className: 'text', style: TITLE }, letter.title),
          paragraph('text', { margin: '0 0 24px' }, letter.lead),
          letter.box && boxed(letter.box),
          letter.facts.length > 0 && facts(letter.facts),
          button && pressed(button),
          code && digits(code),
          ...letter.notes.map((note, place) =>
            // A hash has no break opportunity and would make the mail wider than a phone.
            paragraph(
              'muted',
              { key: place, fontSize: 14, margin: '0 0 12px', wordBreak: 'break-word' },
              note,
            ),
          ),
          letter.form && formed(letter.form),
          button &&
            paragraph(
              'muted',
              { fontSize: 13, margin: '20px 0 0' },
              letter.fallback,
              h('br'),
              link(button.url),
            ),
        ),
        h(
          'td',
          { style: { padding: '20px 4px 0' } },
          paragraph('muted', { fontSize: 13, margin: 0 }, letter.footer),
          letter.leave && paragraph('muted', { fontSize: 13, margin: '8px 0 0' }, leaving(letter.leave)),
        ),
      ),
    ),
  )
}

const HIDDEN: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
}
const CARD: CSSProperties = {
  background: LIGHT.card,
  border: `1px solid ${LIGHT.line}`,
  borderRadius: 12,
  padding: '32px 32px 28px',
}
const TITLE: CSSProperties = {
  margin: '0 0 12px',
  color: LIGHT.text,
  fontSize: 22,
  lineHeight: '28px',
  fontWeight: 600,
  letterSpacing: '-0.01em',
}

/** One row per cell. */
function table(
  attributes: { className?: string; style: CSSProperties },
  ...cells: ReactNode[]
): ReactElement {
  const rows = cells.map((cell, place) => h('tr', { key: place }, cell))
  const plain = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 } as const
  return h('table', { ...plain, ...attributes }, h('tbody', null, ...rows))
}

type TextStyle = CSSProperties & { key?: number }

function paragraph(
  tone: 'text' | 'muted',
  { key, ...style }: TextStyle,
  ...content: ReactNode[]
): ReactElement {
  const base = { color: LIGHT[tone], fontSize: 16, lineHeight: '1.5' }
  return h('p', { key, className: tone, style: { ...base, ...style } }, ...content)
}

/** The name beside a lamp, without an image, since readers block images. */
function logo(brand: string): ReactElement {
  const lamp: CSSProperties = {
    display: 'inline-block',
    width: 10,
    height: 10,
    borderRadius: 10,
    background: LAMP,
    marginRight: 8,
  }
  const name = { color: LIGHT.text, fontSize: 18, fontWeight: 650, letterSpacing: '-0.02em' }
  return h('span', { className: 'text', style: name }, h('span', { style: lamp }), brand)
}

function pressed({ label, url }: NonNullable<Letter['button']>): ReactElement {
  const style: CSSProperties = {
    display: 'inline-block',
    padding: '13px 22px',
    borderRadius: 8,
    background: LAMP,
    color: ON_LAMP,
    fontSize: 16,
    lineHeight: '20px',
    fontWeight: 600,
    textDecoration: 'none',
  }
  return h('p', { style: { margin: '0 0 24px' } }, h('a', { href: url, target: '_blank', style }, label))
}

function digits({ label, digits }: NonNullable<Letter['code']>): ReactElement {
  const box: CSSProperties = {
    padding: '14px 16px',
    border: `1px solid ${LIGHT.line}`,
    borderRadius: 8,
    background: LIGHT.well,
    color: LIGHT.text,
    fontFamily: MONO,
    fontSize: 28,
    lineHeight: '36px',
    fontWeight: 600,
    letterSpacing: '0.24em',
    textAlign: 'center',
  }
  return h(
    'div',
    { style: { margin: '0 0 24px' } },
    paragraph('muted', { fontSize: 14, margin: '0 0 8px' }, label),
    h('div', { className: 'well text', style: box }, digits),
  )
}

function boxed({ label, value }: NonNullable<Letter['box']>): ReactElement {
  const box: CSSProperties = {
    margin: '0 0 24px',
    padding: '14px 16px',
    border: `2px solid ${LAMP}`,
    borderRadius: 8,
    background: LIGHT.well,
  }
  return h(
    'div',
    { className: 'well lit', style: box },
    paragraph('muted', { fontSize: 14, margin: '0 0 4px' }, label),
    paragraph('text', { fontSize: 18, fontWeight: 600, margin: 0 }, value),
  )
}

function formed({ title, lines }: NonNullable<Letter['form']>): ReactElement {
  const box: CSSProperties = {
    margin: '8px 0 16px',
    padding: '14px 16px 2px',
    border: `1px solid ${LIGHT.line}`,
    borderRadius: 8,
    background: LIGHT.well,
  }
  return h(
    'div',
    { className: 'well', style: box },
    paragraph('text', { fontSize: 14, fontWeight: 600, margin: '0 0 12px' }, title),
    ...lines.map((line, place) => paragraph('text', { key: place, fontSize: 14, margin: '0 0 12px' }, line)),
  )
}

function facts(rows: Letter['facts']): ReactElement {
  const cell = { padding: '6px 12px 6px 0', fontSize: 14, lineHeight: '20px', verticalAlign: 'top' }
  const lines = rows.map(([label, value], place) =>
    h(
      'tr',
      { key: place },
      h(
        'td',
        {
          className: 'muted',
          style: { ...cell, color: LIGHT.muted, whiteSpace: label.length > 20 ? 'normal' : 'nowrap' },
        },
        label,
      ),
      // An address or a transaction has no break opportunity and would make the mail wider than a phone.
      h(
        'td',
        {
          className: 'text',
          style: {
            ...cell,
            color: LIGHT.text,
            fontWeight: 600,
            wordBreak: 'break-word',
            // Answers have paragraphs.
            whiteSpace: 'pre-line',
          },
        },
        value,
      ),
    ),
  )
  const plain = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const
  return h('table', { ...plain, style: { margin: '0 0 24px' } }, h('tbody', null, ...lines))
}

function leaving({ label, url }: NonNullable<Letter['leave']>): ReactElement {
  const style = { color: LIGHT.muted, textDecoration: 'underline' }
  return h('a', { href: url, className: 'muted', style }, label)
}

function link(url: string): ReactElement {
  return h('a', { href: url, className: 'muted', style: { color: LIGHT.muted, wordBreak: 'break-all' } }, url)
}
