import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openingOf } from './opening-text.ts'

const paragraph = (length: number) => 'mot '.repeat(length / 4).trim()

describe('the opening of a long text', () => {
  it('ends with a paragraph, and is all of a short text', () => {
    expect(openingOf('Court.\n\nDeux.')).toBe('Court.\n\nDeux.')
    const long = Array.from({ length: 10 }, () => paragraph(600)).join('\n\n')
    expect(openingOf(long)).toBe([0, 1, 2].map(() => paragraph(600)).join('\n\n'))
  })

  it('ends within no block of code or formula', () => {
    for (const mark of ['```', '~~~', '$$']) {
      const block = `${mark}\n${paragraph(1200)}\n\n${paragraph(1200)}\n${mark}`
      expect(openingOf(`Avant.\n\n${block}\n\n${paragraph(1200)}`)).toBe(`Avant.\n\n${block}`)
    }
  })

  it('is the whole text where its end defines what it refers to', () => {
    const long = `${Array.from({ length: 10 }, () => paragraph(600)).join('\n\n')}\n\n[1]: https://example.com`
    expect(openingOf(long)).toBe(long)
  })

  it('begins every text, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\n', '\n\n', '```\n', '$$', ' ', paragraph(400)), { maxLength: 60 }),
        (parts) => {
          const text = parts.join('')
          expect(text.startsWith(openingOf(text))).toBe(true)
        },
      ),
    )
  })
})
