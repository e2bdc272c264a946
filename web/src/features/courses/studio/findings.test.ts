import { readShipped } from 'content/shipped'
import { describe, expect, it } from 'vitest'
import { figureFindings } from './findings.ts'

const article = (fr: string, en?: string) => ({
  fields: {},
  texts: { fr: { article: fr }, ...(en === undefined ? {} : { en: { article: en } }) },
})
const said = (...written: Parameters<typeof article>) =>
  figureFindings(article(...written)).map(({ tone, say, values, at }) => [
    tone,
    say,
    values.text ?? '',
    at?.place ?? '',
  ])

describe('[S-101] the figures of a lesson while it is written', () => {
  it('are recomputed: a right one is in order, a wrong one is named with its language', () => {
    expect(
      said('Il faut [33,3 %](calc:breakeven-rate?gain=2).', 'One needs [33.3%](calc:breakeven-rate?gain=2).'),
    ).toEqual([
      ['good', 'findings.same', '', ''],
      ['good', 'findings.computed', '', ''],
    ])
    expect(
      said('Il faut [33,3 %](calc:breakeven-rate?gain=2).', 'One needs [34%](calc:breakeven-rate?gain=2).'),
    ).toEqual([
      ['warn', 'findings.differs', '34%', 'texts.en.article'],
      ['good', 'findings.same', '', ''],
    ])
  })

  it('name a number that is neither computed, given nor sourced, with its line', () => {
    const [found] = figureFindings(article('Première ligne.\n\nLa plupart perdent 74 %.'))
    expect(found).toMatchObject({ say: 'findings.unproven', values: { text: '74' }, at: { line: 3 } })
    expect(figureFindings(article('La plupart perdent 74 % ([ESMA](https://www.esma.europa.eu)).'))).toEqual(
      [],
    )
  })

  it('say how many of them a translation quotes, and which language differs', () => {
    const fr = 'Il faut [33,3 %](calc:breakeven-rate?gain=2) ou [25 %](calc:breakeven-rate?gain=3).'
    expect(figureFindings(article(fr, 'One needs [33.3%](calc:breakeven-rate?gain=2).')).at(0)).toMatchObject(
      {
        tone: 'warn',
        say: 'findings.differing',
        values: { languages: 'EN', same: 1, all: 2 },
      },
    )
  })

  it('count the rest once there are many', () => {
    const many = Array.from({ length: 12 }, (_, place) => `Perdre ${place + 20} %.`).join('\n')
    const findings = figureFindings(article(many))
    expect(findings).toHaveLength(9)
    expect(findings.at(-1)).toMatchObject({ say: 'findings.more', values: { count: 4 } })
  })

  it('find nothing wrong with what ships', () => {
    const { entries } = readShipped()
    const wrong = entries
      .filter(({ kind }) => kind === 'lesson' || kind === 'question')
      .flatMap(({ slug, document }) =>
        figureFindings(document)
          .filter(({ tone }) => tone !== 'good')
          .map(({ key }) => `${slug} ${key}`),
      )
    expect(wrong).toEqual([])
  })
})
