import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { mentionsIn, plainLine, preparedText } from './member-text.ts'
import { PostMarkdown } from './post-markdown.tsx'

// The cards read from the server; here only their places matter.
vi.mock('./signal-card.tsx', () => ({
  SignalCard: ({ name }: { name: string }) => <i data-card={name} />,
  SignalMention: ({ name }: { name: string }) => <i data-signal={name} />,
}))
vi.mock('./instrument-mention.tsx', () => ({
  InstrumentMention: ({ symbol }: { symbol: string }) => <i data-instrument={symbol} />,
}))
vi.mock('./record-figure.tsx', () => ({
  RecordFigure: ({ days, symbol }: { days: number; symbol: string | null }) => (
    <i data-record={`${days} ${symbol}`} />
  ),
}))
vi.mock('./mention.tsx', () => ({ Mention: ({ handle }: { handle: string }) => <i data-mention={handle} /> }))
vi.mock('./shield.tsx', () => ({ MaskedPart: ({ kind }: { kind: string }) => <i data-mask={kind} /> }))

const words = {
  newWindow: 'new tab',
  table: 'Table',
  done: 'Done',
  open: 'To do',
  notes: 'Notes',
  back: 'Back',
}
const shown = (text: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PostMarkdown text={text} words={words} fold="Earlier" />
    </MemoryRouter>,
  )

/** The kinds of tricks of published lists, each typed anew: elements, handlers, styles, schemes, encodings, pictures, forms. */
const TRICKS = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x></sCrIpT>',
  '<script\n>alert(1)</script\n>',
  '<<script>alert(1)//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<img """><script>alert(1)</script>">',
  '<svg onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<input autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"; body{background:url(javascript:alert(1))}</style>',
  '<div style="background-image:url(https://evil.example/seen)">x</div>',
  '<p style="position:fixed;inset:0;z-index:99999">x</p>',
  '<form action="https://evil.example"><button formaction="javascript:alert(1)">x</button></form>',
  '<isindex action="javascript:alert(1)">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src onerror=alert(1)>">',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="https://a.example" onmouseover=alert(1)>x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](%6Aavascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](blob:https://a.example/1)',
  '[x](file:///etc/passwd)',
  '[x](mailto:a@b.example)',
  '[x](tel:+33100000000)',
  '[x](tg://resolve?domain=evil)',
  '[x](calc:breakeven-rate?gain=2)',
  '[x](https://a.example "onmouseover=alert(1)")',
  "[x](https://a.example' onmouseover='alert(1))",
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  'javascript:alert(1)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x](https://evil.example/seen.png)',
  '![x](//evil.example/seen.png)',
  '![x](/\\evil.example/seen.png)',
  '![x](/storage/v1/object/public/forum/../../../../auth/v1/logout)',
  '![x](/storage/v1/object/public/forum/a.svg)',
  '![x](/storage/v1/object/public/content/a.png)',
  '![x" onerror="alert(1)](/storage/v1/object/public/forum/a.webp)',
  '[![x](https://evil.example/seen.png)](https://a.example)',
  '`<script>alert(1)</script>`',
  '```\n<script>alert(1)</script>\n```',
  '|a|\n|-|\n|<script>alert(1)</script>|',
  '<data value="mention:admin">x</data>',
  '# <script>alert(1)</script>',
]
/** Anything that a browser would run, send, style or load beyond text. */
const DANGER =
  /<(script|iframe|svg\b[^>]*onload|style|object|embed|form|input|button|base|meta|link|video|audio|source|template|math)\b|\s(on\w+|srcdoc|formaction|srcset)\s*=\s*["']|(href|src)="\s*(?!https?:|\/(?![/\\]))|<img[^>]+src="(?!\/storage\/v1\/object\/public\/forum\/[\w-]+\.webp")/i
const tagsOnly = (html: string) => html.match(/<[^>]*>/g)?.join('') ?? ''

describe('a member’s text', () => {
  it.each(TRICKS)('runs, loads and styles nothing of %j', (text) => {
    const tags = tagsOnly(shown(text))
    expect(tags).not.toMatch(DANGER)
    expect(tags).not.toMatch(/style="(?!text-align)/)
  })

  it('does nothing of any mixture of these', () => {
    const piece = fc.oneof(
      fc.constantFrom(...TRICKS, '*', '\n', '> ', '- ', '`', '[', '](', ')'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(tagsOnly(shown(pieces.join('')))).not.toMatch(DANGER)
      }),
      { numRuns: 200 },
    )
  })

  it('sends a reader elsewhere without a way back, and stays here for our own addresses', () => {
    expect(shown('[x](https://a.example/b)')).toMatch(
      /href="https:\/\/a\.example\/b" target="_blank" rel="noopener noreferrer nofollow ugc"/,
    )
    expect(shown('[x](/formations?lecon=a/b)')).toMatch(/href="\/formations\?lecon=a\/b"(?![^>]*_blank)/)
    expect(shown('[x](//evil.example)')).toContain('rel="noopener noreferrer nofollow ugc"')
  })

  it('shows pictures that were uploaded here, and the words of all others', () => {
    expect(shown('![A chart](/storage/v1/object/public/forum/ab-1.webp)')).toContain('<img')
    expect(shown('![A chart](https://a.example/x.png)')).toMatch(/(?!<img)A chart/)
  })

  it('draws cards for signals, instruments and figures of the record', () => {
    expect(shown('[EUR/USD](/signaux?signal=12)')).toContain('data-card="12"')
    expect(shown('Voir [ce signal](/signaux?signal=12) ici')).toContain('data-signal="12"')
    expect(shown('Voir /signaux?signal=12 ici')).toContain('data-signal="12"')
    expect(shown('[EUR/USD](/signaux?instrument=EURUSD)')).toContain('data-instrument="EURUSD"')
    expect(shown('[90 jours](record:90/EURUSD)')).toContain('data-record="90 EURUSD"')
    expect(shown('le [chiffre](record:90) ici')).not.toContain('data-record')
    expect(shown('`/signaux?signal=12`')).not.toContain('data-signal')
    expect(shown('[EUR/USD](https://evil.example/signaux?signal=12)')).not.toContain('data-')
  })

  it('marks mentions and masked parts, but not in code, links or addresses', () => {
    expect(shown('Merci @theo.r, ⟦contact⟧.')).toMatch(
      /<i data-mention="theo\.r"><\/i>, <i data-mask="contact">/,
    )
    expect(shown('`@theo` [@lea](/aide) a@theo.example')).not.toContain('data-mention')
    expect(mentionsIn('@theo, @lea. @theo')).toEqual(['theo', 'lea'])
  })

  it('keeps the lines that people meant', () => {
    expect(shown('one\ntwo\n\nthree').match(/<br/g)).toHaveLength(1)
  })
})

describe('what disturbs its surroundings', () => {
  it('is taken out: reversed and invisible characters, and marks stacked over a letter', () => {
    expect(preparedText('a\u202egnp.exe\u200b\u2066b\ufeff')).toBe('agnp.exeb')
    expect(preparedText('é👩\u200d👩')).toBe('é👩\u200d👩')
    expect(preparedText(`Z${'\u0335'.repeat(300)}a`).length).toBeLessThan(10)
    expect(plainLine('  Claire\u202e \n Morvan ')).toBe('Claire Morvan')
  })

  it('lets text of either direction stand in its own', () => {
    expect(shown('שלום')).toContain('dir="auto"')
    expect(shown('[שלום](https://a.example)')).toContain('<bdi>')
  })

  it('folds quotations within quotations, and cuts what is deeper than anybody writes', () => {
    expect(shown('> > one\n> > > two')).toMatch(/<details[^>]*><summary[^>]*>.*Earlier<\/summary>/)
    expect(shown('> one\n> > two')).not.toContain('<details')
    expect(preparedText(`${'> '.repeat(5000)}x`)).toBe(`${'>'.concat(' >'.repeat(5))} x`)
    expect(preparedText('- a')).toBe('- a')
  })

  it.each([
    ['quotations', '> '.repeat(10_000)],
    ['quotations without blanks', '>'.repeat(20_000)],
    ['lists', '- '.repeat(10_000)],
    ['lists in quotations', '> - '.repeat(5000)],
    ['emphasis', `${'*a **b '.repeat(2500)}`],
    ['brackets', '['.repeat(20_000)],
    ['pictures', '!['.repeat(10_000)],
    ['links', '[a]('.repeat(5000)],
    ['code', '`'.repeat(20_000)],
    ['one word', 'x'.repeat(20_000)],
    ['tables', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n`.repeat(5)],
    ['mentions', '@theo '.repeat(3000)],
    ['angles', '<'.repeat(20_000)],
    ['tildes', '~~a '.repeat(5000)],
  ])('is drawn, not refused: 20,000 characters of %s', (_name, text) => {
    expect(shown(text.slice(0, 20_000)).length).toBeGreaterThan(0)
  })
})
