import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDeck, parseDirective, plainText, slideName } from './deck.ts'

const slide = `kicker: 4 · L’équilibre
# Un taux ne dit **rien**

Avec un gain double, un trade sur trois suffit.

:::curve figure=breakeven-rate over=gain from=0.5 to=4 x=gain moyen pour 1 risqué

| a | b |
|---|---|

Note: Deux traders,
même taux.`

describe('a deck', () => {
  it('is cut into slides with kicker, title, text, directives and notes', () => {
    const [one, two, ...rest] = parseDeck(`${slide}\n---\n# Suite\n`)
    expect(one).toEqual({
      kicker: '4 · L’équilibre',
      title: 'Un taux ne dit **rien**',
      blocks: [
        { kind: 'text', text: 'Avec un gain double, un trade sur trois suffit.' },
        {
          kind: 'directive',
          directive: expect.objectContaining({
            name: 'curve',
            words: {
              figure: 'breakeven-rate',
              over: 'gain',
              from: '0.5',
              to: '4',
              x: 'gain moyen pour 1 risqué',
            },
          }),
        },
        { kind: 'text', text: '| a | b |\n|---|---|' },
      ],
      notes: 'Deux traders,\nmême taux.',
    })
    expect(two?.title).toBe('Suite')
    expect(rest).toEqual([])
  })

  it('keeps code blocks whole, whatever is written in them', () => {
    const code = '```\n---\n:::curve x=1\nNote: no\n```'
    expect(parseDeck(`# A\n\n${code}\n---\n# B`).map(({ blocks }) => blocks)).toEqual([
      [{ kind: 'text', text: code }],
      [],
    ])
  })

  it('has no empty slide, and none for an empty text', () => {
    expect(parseDeck('')).toEqual([])
    expect(parseDeck('---\n\n---\n# A\n---\n  \n')).toHaveLength(1)
  })

  it('names a slide without a title by its first words', () => {
    expect(slideName(parseDeck('**Un** mot [lien](https://x.y)\nsuite')[0] as never)).toBe('Un mot lien')
    expect(plainText('# `a` *b*')).toBe('a b')
  })

  it('reads the plain word of a task and values with blanks', () => {
    expect(parseDirective(':::task stop path=1,2 labels=Gain net|Perte nette zone=1:2')).toMatchObject({
      name: 'task',
      asks: 'stop',
      words: { path: '1,2', labels: 'Gain net|Perte nette', zone: '1:2' },
    })
    expect(parseDirective('::: nothing')).toBeNull()
    expect(parseDirective('text :::curve')).toBeNull()
  })

  it('[wish §1.7] is read from any text without an error, and no word of the text is lost', () => {
    const pieces = fc.constantFrom(
      ...[
        '---',
        '# T',
        'kicker: k',
        'Note: n',
        ':::curve figure=x',
        ':::',
        '```',
        '~~~~',
        '<script>',
        '$$',
        'a|b',
      ],
    )
    const line = fc.oneof(pieces, fc.string())
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const text = lines.join('\n')
        const slides = parseDeck(text)
        const kept = slides
          .flatMap(({ kicker, title, blocks, notes }) => [
            kicker,
            title,
            ...blocks.map((block) => (block.kind === 'text' ? block.text : block.directive.line)),
            notes,
          ])
          .join('\n')
        for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? [])
          if (!/^(kicker|Note)$/i.test(word)) expect(kept).toContain(word)
      }),
    )
  })
})
