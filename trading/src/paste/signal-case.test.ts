import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INSTRUMENTS } from '../fixtures/instruments.ts'
import { TEXTS } from '../signal.ts'
import { readCase } from './signal-case.ts'
import { parseSignalText } from './signal-text.ts'

const TICKET = 'BUY LIMIT EURUSD 1.0850 SL 1.0820 TP 1.0900'
const LEVELS = {
  symbol: 'EURUSD',
  direction: 'buy',
  entry_low: '1.08500',
  stop_loss: '1.08200',
  targets: [{ price: '1.09000', share: '100' }],
}
const read = (text: string) => parseSignalText(text, { instruments: INSTRUMENTS })

describe('the analysis in a pasted signal', () => {
  it.each([
    [
      'fr',
      'Analyse : un retour vers 1.0900 est plus probable.\nInvalidation : une bougie H1 clôture sous 1.0835.\nTroisième contact sur le support de la nuit.',
      'un retour vers 1.0900 est plus probable.',
      'une bougie H1 clôture sous 1.0835.',
      'Troisième contact sur le support de la nuit.',
    ],
    [
      'en',
      'Analysis: a return to 1.0900 is more likely.\nInvalidation: an H1 candle closes below 1.0835.\nThird touch of the overnight low today.',
      'a return to 1.0900 is more likely.',
      'an H1 candle closes below 1.0835.',
      'Third touch of the overnight low today.',
    ],
    [
      'es',
      'Análisis: una vuelta hacia 1.0900 es más probable.\nInvalidación: una vela H1 cierra bajo 1.0835.\nTercer contacto con el soporte nocturno.',
      'una vuelta hacia 1.0900 es más probable.',
      'una vela H1 cierra bajo 1.0835.',
      'Tercer contacto con el soporte nocturno.',
    ],
    [
      'it',
      'Analisi: un ritorno verso 1.0900 è più probabile.\nInvalidazione: una candela H1 chiude sotto 1.0835.\nTerzo contatto con il supporto notturno.',
      'un ritorno verso 1.0900 è più probabile.',
      'una candela H1 chiude sotto 1.0835.',
      'Terzo contatto con il supporto notturno.',
    ],
  ])(
    'is read in %s, before or after the levels, and its prices are not levels',
    (_, told, opinion, condition, facts) => {
      for (const text of [`${TICKET}\n\n${told}`, `${told}\n\n${TICKET}`]) {
        const { draft, unread } = read(text)
        expect(draft).toMatchObject({ ...LEVELS, opinion, counter_condition: condition, facts })
        expect(unread).toEqual([])
      }
    },
  )

  it('continues over its lines, and ends at a level, a label or an empty line', () => {
    const { draft } = read(
      `Faits:\nDeux creux au même niveau cette nuit.\nLe volume baisse depuis hier soir.\n${TICKET}\nContre-thèse : une inflation haute relancerait le dollar.\nMéthode : retour sur support.\nConflits d’intérêts : aucun.`,
    )
    expect(draft).toMatchObject({
      ...LEVELS,
      facts: 'Deux creux au même niveau cette nuit.\nLe volume baisse depuis hier soir.',
      counter_thesis: 'une inflation haute relancerait le dollar.',
      method: 'retour sur support.',
      conflicts: 'aucun.',
    })
  })

  it('leaves an invalidation with only a price to the stop', () => {
    expect(read('BUY EURUSD 1.0850\nInvalidation: 1.0820\nTP 1.0900').draft).toMatchObject({
      stop_loss: '1.08200',
    })
    expect(readCase('Invalidation: 1.0820').texts).toEqual({})
  })

  it('does not take a greeting as a fact', () => {
    const { draft, unread } = read(`${TICKET}\nBonne chance`)
    expect(draft.facts).toBeUndefined()
    expect(unread.map(({ text }) => text)).toEqual(['Bonne chance'])
  })

  it('never throws, keeps the position of every unread character, and invents no word', () => {
    const piece = fc.constantFrom(
      ...'Analyse :|Invalidation: |Faits:|a sentence of five words|1.0850|SL 1.0820|\n|\r\n|\n\n|Élan’s|🔥|ﷺ|\uD800|İ|É'.split(
        '|',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const source = pieces.join('')
        const { texts, rest } = readCase(source)
        expect(rest).toHaveLength(source.length)
        for (let at = 0; at < rest.length; at++) expect([' ', source[at]]).toContain(rest[at])
        for (const field of TEXTS) {
          for (const line of texts[field]?.split('\n') ?? [])
            expect(source.replace(/[^\S\n]{2,}/g, ' ')).toContain(line)
        }
      }),
    )
  })
})
