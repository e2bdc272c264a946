import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { linkTarget } from './markdown-address.ts'
import MarkdownText from './markdown-text.tsx'

const words = {
  newWindow: 'new tab',
  table: 'Table',
  done: 'Done',
  open: 'To do',
  notes: 'Notes',
  back: 'Back',
}
const shown = (text: string, under: 0 | 1 | 2 | 3 | 4 = 2) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MarkdownText text={text} under={under} words={words} />
    </MemoryRouter>,
  )

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox(1))',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x" onerror="alert(1)](https://a.example/x.png)',
  '![x](https://a.example/"onerror="alert(1))',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<style>@import "https://evil.example"</style>',
  '`<script>alert(1)</script>`',
  '|a|\n|-|\n|<script>alert(1)</script>|',
]
/** Anything that a browser would run or load beyond text. */
const DANGER =
  /<(script|iframe|svg onload|style|object|embed|form|base|meta|link)\b|\son\w+\s*=\s*["']|(href|src)="\s*(?!https?:|mailto:|#|\/)/i
const tagsOnly = (html: string) => html.match(/<[^>]*>/g)?.join('') ?? ''

describe('Markdown', () => {
  it.each(HOSTILE)('makes nothing that runs of %j', (text) => {
    expect(tagsOnly(shown(text))).not.toMatch(DANGER)
  })

  it('makes nothing that runs of any mixture of these', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE, '*', '\n', '> ', '- ', '`', '[', '](', ')'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(tagsOnly(shown(pieces.join('')))).not.toMatch(DANGER)
      }),
      { numRuns: 200 },
    )
  })

  it('gives a link to another site no way back', () => {
    expect(shown('[x](https://a.example/b)')).toMatch(
      /href="https:\/\/a\.example\/b" target="_blank" rel="noopener noreferrer nofollow ugc"/,
    )
  })

  it('has no second title where it is the whole of a page', () => {
    const html = shown('# A\n\n## B\n\n### C', 0)
    expect(html.match(/<h\d/g)).toEqual(['<h2', '<h2', '<h3'])
  })

  it('begins its headings below the one it stands under', () => {
    expect(shown('# One\n\n## Two', 3)).toMatch(/<h4[^>]*>One<\/h4>[\s\S]*<h5[^>]*>Two<\/h5>/)
    expect(shown('###### Six', 4)).toContain('<h6')
  })

  it('loads images late, over https and without telling from where', () => {
    expect(shown('![A chart](https://a.example/x.png)')).toMatch(
      /<img src="https:\/\/a\.example\/x\.png" alt="A chart" loading="lazy" decoding="async" referrerPolicy="no-referrer"/,
    )
    expect(shown('![A chart](/storage/v1/object/public/content/x.png)')).toContain(
      'src="/storage/v1/object/public/content/x.png"',
    )
    expect(shown('![A chart](http://a.example/x.png)')).not.toContain('<img')
  })

  it('knows tables, tasks, struck text and notes', () => {
    const html = shown('- [x] a\n- [ ] b\n\n|c|\n|-|\n|1|\n\n~~d~~ e[^1]\n\n[^1]: f')
    for (const part of ['Done', 'To do', '<table', '<del>d</del>', 'Notes']) expect(html).toContain(part)
    const [, id] = /<li id="([^"]*fn-1)"/.exec(html) ?? []
    expect(html).toContain(`href="#${id}"`)
  })

  it('makes links of plain addresses and mails', () => {
    const html = shown('www.a.example, https://b.example/c?d=1. (e@f.example) g@h http:/i')
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      'http://www.a.example',
      'https://b.example/c?d=1',
      'mailto:e@f.example',
    ])
  })

  it('numbers notes as they are called, those of notes too, and leads back to each call', () => {
    const html = shown('a[^x] b[^y] c[^x]\n\n[^y]: why [^z]\n[^x]: ex\n[^z]: zed\n[^unused]: not drawn')
    expect([...html.matchAll(/<sup[^>]*><a [^>]*>(\d)</g)].map(([, number]) => number).join('')).toBe('1213')
    expect(html.match(/<li id="[^"]*fn-[xyz]"/g)).toHaveLength(3)
    expect(html.match(/aria-label="Back"/g)).toHaveLength(4)
    expect(html).toMatch(/href="#[^"]*fnref-x-2"/)
    expect(html).not.toContain('not drawn')
  })

  it('has as many cells in each row of a table as its columns, on their sides', () => {
    const html = shown('|a|b|\n|:-|-:|\n|1|\n|1|2|3|')
    expect(html.match(/<td/g)).toHaveLength(4)
    expect(html).toContain(
      '<td style="text-align:right" class="border-b border-line px-3 py-2 in-[tr:last-child]:border-b-0">2</td>',
    )
  })

  it('draws paragraphs in the items of a list only where there is room between them', () => {
    expect(shown('- a\n- b')).not.toContain('<p')
    expect(shown('- a\n\n- [x] b').match(/<p class="my-4">(<svg|a)/g)).toHaveLength(2)
    expect(shown('3. a')).toContain('<ol start="3"')
  })
})

describe('a link', () => {
  it.each([
    ['/outils?x=1#a', { kind: 'here', href: '/outils?x=1#a' }],
    ['#note', { kind: 'here', href: '#note' }],
    ['https://a.example', { kind: 'away', href: 'https://a.example' }],
    ['mailto:a@b.example', { kind: 'mail', href: 'mailto:a@b.example' }],
    ['//evil.example', { kind: 'away', href: '//evil.example' }],
    ['/\\evil.example', { kind: 'away', href: '/\\evil.example' }],
    ['/\t/evil.example', { kind: 'away', href: '/\t/evil.example' }],
    ['javascript:alert(1)', null],
    ['tel:1', null],
    ['', null],
    [undefined, null],
  ])('%j leads where a browser would take it', (href, target) => {
    expect(linkTarget(href)).toEqual(target)
  })

  it('keeps the lines of people who meant them, where it is asked to, and lists and tables as they are', () => {
    const lines = (text: string, breaks: boolean) =>
      renderToStaticMarkup(
        <MemoryRouter>
          <MarkdownText text={text} under={3} breaks={breaks} words={words} />
        </MemoryRouter>,
      )
    expect(lines('one\ntwo\r\nthree\n\nfour', true).match(/<br/g)).toHaveLength(2)
    expect(lines('one\ntwo', false)).not.toContain('<br')
    expect(lines('- one\n- two', true)).not.toContain('<br')
    expect(lines('| a | b |\n|---|---|\n| 1 | 2 |', true)).toContain('<table')
  })
})
