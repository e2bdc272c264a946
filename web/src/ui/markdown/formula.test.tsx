import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { formulaOf, keepFormulas } from './formula.ts'
import { FormulaView } from './formula-view.tsx'
import MarkdownText from './markdown-text.tsx'

const words = { newWindow: '', table: 'Table', done: '', open: '', notes: '', back: '' }
const drawn = (formula: string) =>
  renderToStaticMarkup(<FormulaView formula={formula} />).replace(/<\/?math[^>]*>/g, '')
const shown = (text: string, isPage = false) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MarkdownText text={text} under={2} isPage={isPage} words={words} />
    </MemoryRouter>,
  )

describe('a formula', () => {
  it('becomes MathML', () => {
    expect(drawn(String.raw`p = \frac{1}{1 + gain}`)).toBe(
      '<mrow><mi>p</mi><mo>=</mo><mfrac><mn>1</mn><mrow><mn>1</mn><mo>+</mo><mi>gain</mi></mrow></mfrac></mrow>',
    )
    expect(drawn(String.raw`(1 - r)^{n}_i \times \sqrt{33,3} \le \text{gain moyen}`)).toBe(
      '<mrow><mo>(</mo><mn>1</mn><mo>−</mo><mi>r</mi><msubsup><mo>)</mo><mi>i</mi><mi>n</mi></msubsup><mo>×</mo>' +
        '<msqrt><mn>33,3</mn></msqrt><mo>≤</mo><mtext>gain moyen</mtext></mrow>',
    )
  })

  it('keeps as written what it does not know, and survives what is broken', () => {
    expect(drawn(String.raw`\unknown{x}`)).toContain('<mtext>\\unknown</mtext><mi>x</mi>')
    expect(drawn(String.raw`\frac{1}`)).toContain('<mn>1</mn>')
    expect(drawn('}{')).toBe('<mrow><mo>}</mo><mrow></mrow></mrow>')
  })

  it('is read from any text, keeps its letters and numbers, and makes nothing that runs', () => {
    const piece = fc.oneof(
      fc.constantFrom('\\frac', '{', '}', '^', '_', '\\sqrt', '\\text{', '\\left(', '<script>', 'x', '33,3'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
        const markup = drawn(parts.join(' '))
        expect(markup).not.toMatch(/<(?!\/?m(row|i|n|o|text|space|frac|sqrt|sub|sup|subsup)\b)/)
        for (const known of parts.filter((part) => part === '33,3')) expect(markup).toContain(known)
      }),
    )
  })

  it('stands in a text without Markdown touching it, and code stays code', () => {
    expect(shown(String.raw`Le taux $$\frac{a_1}{b_2}$$ suffit.`)).toContain('<mfrac>')
    expect(shown('`$$ x` et 5 $')).not.toContain('<math')
    expect(shown('```\n$$ x $$\n```')).not.toContain('<math')
    expect(shown('$$\nx\n= 1\n$$')).toContain('<mo>=</mo>')
    expect(formulaOf('$$')).toBeNull()
    expect(keepFormulas('sans')).toBe('sans')
  })
})

describe('a figure in a text', () => {
  it('is a button that proves it; an example’s assumption is plain text', () => {
    expect(shown('Il faut [33,3 %](calc:breakeven-rate?gain=2).')).toMatch(
      /<button [^>]*aria-haspopup="dialog"[^>]*>33,3 %<\/button>/,
    )
    expect(shown('[5 000 €](given:)')).toContain('<span>5 000 €</span>')
    expect(shown('![x](calc:y)')).not.toContain('calc:')
  })
})

it('a formula alone on its line is drawn larger than one in a sentence', () => {
  expect(shown('Avant\n\n$$ x $$\n\naprès')).toContain('displaystyle="true"')
  expect(shown('Le taux $$x$$ suffit')).not.toContain('displaystyle')
  expect(shown('$$x$$ suffit')).not.toContain('displaystyle')
})

it('does not hold up the first paint of a page: it and what follows are shown after the text above it', () => {
  const text = 'Above.\n\n$$ p = 1 $$\n\nBelow.'
  expect(shown(text)).toMatch(/Above.*<math.*Below/s)
  const first = shown(text, true)
  expect(first).toContain('Above.')
  expect(first).not.toMatch(/<math|Below/)
})
