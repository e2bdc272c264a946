import { prerender } from 'react-dom/static'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { drawIn } from '#lib/language/i18n.ts'
import type { Answer, Question } from '#lib/learning/questions.ts'
import { QuestionCard } from './question-card.tsx'
import { anyAnswer, anyQuestion } from './testing/questions.ts'

/** What a reader gets, once everything that is fetched on demand has arrived. */
async function shown(question: Question, answer: Answer | null = null): Promise<string> {
  drawIn('fr')
  const { prelude } = await prerender(
    <MemoryRouter>
      <QuestionCard question={question} answer={answer} draft={null} onAnswer={() => undefined} />
    </MemoryRouter>,
  )
  return new Response(prelude).text()
}

const choices = ['Le dernier sommet', 'Le dernier creux', 'Aucun']
/** The parts of a graded line: its frame's style, its text and its note. */
const lines = (html: string) =>
  [...html.matchAll(/<li class="([^"]*)">(.*?)<\/li>/g)].map(([, looks = '', inside = '']) => [
    looks.includes('border-dashed') ? 'dashed' : 'solid',
    inside
      .replace(/<svg.*?<\/svg>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ])

describe('a question', () => {
  it('[wish §1.2] holds rich text, a table, a picture and a formula, in the question as in its explanation', async () => {
    const rich =
      '**Gras** et `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![Un graphique](https://example.com/a.png)\n\n$$ E = \\frac{a}{b} $$'
    const why = { fr: rich, en: rich, es: rich, it: rich }
    const html = await shown(anyQuestion({ ask: rich, choices: ['**oui**', 'non'] }), anyAnswer({ why }))
    for (const tag of ['<strong>Gras', '<code', '<table', 'src="https://example.com/a.png"', '<mfrac'])
      expect(html.split(tag).length - 1, tag).toBe(2)
    expect(html).toContain('<strong>oui</strong>')
  })

  it('runs no script that its text contains', async () => {
    const html = await shown(
      anyQuestion({ ask: '<img src=x onerror=alert(1)>[x](javascript:alert(1))', choices }),
    )
    expect(html).not.toMatch(/onerror|javascript:/)
  })

  it.each(['single', 'multiple', 'numeric', 'order', 'chart'] as const)(
    'of the form %s says nothing of what is right before it is answered',
    async (form) => {
      const chart = { path: [100, 104, 101], bars: 20, noise: 0.5, seed: 1 }
      const html = await shown(anyQuestion({ form, choices, chart: form === 'chart' ? chart : null }))
      expect(html).not.toMatch(/Juste|Pourquoi|border-dashed/)
      expect(html).toMatch(/<input|<li|role="slider"/)
    },
  )

  it('shows a wrong answer in dashes beside the right one in a solid frame, and leaves the others out', async () => {
    const html = await shown(anyQuestion({ choices }), anyAnswer({ given: 0, correct: 1 }))
    expect(lines(html)).toEqual([
      ['dashed', 'Le dernier sommet Votre réponse'],
      ['solid', 'Le dernier creux Juste'],
    ])
  })

  it('with several right choices also shows those that were missed', async () => {
    const question = anyQuestion({ form: 'multiple', choices })
    const html = await shown(question, anyAnswer({ given: [0, 1], correct: [1, 2] }))
    expect(lines(html)).toEqual([
      ['dashed', 'Le dernier sommet Votre réponse'],
      ['solid', 'Le dernier creux Juste'],
      ['solid', 'Aucun Oublié'],
    ])
  })

  it('names where a wrong number comes from, and writes numbers as the language does', async () => {
    const said = 'C’est le gain moins la perte.'
    const mistake = { fr: said, en: said, es: said, it: said }
    const question = anyQuestion({ form: 'numeric', unit: 'R', digits: 2 })
    const html = await shown(
      question,
      anyAnswer({ given: '0,8', correct: '0.12', tolerance: '0.01', mistake }),
    )
    expect(lines(html)).toEqual(
      [
        ['dashed', '+0,80\u00a0R Votre réponse'],
        ['solid', '+0,12\u00a0R Juste, à 0,01 près'],
      ].map(([looks, text]) => [looks, text?.replace(/\s+/g, ' ')]),
    )
    expect(html).toContain('D’où vient +0,80')
    expect(html).toContain(said)
  })

  it('marks choices by digits where letters name levels on its chart: choices are shuffled, levels are not', async () => {
    const chart = { path: [100, 104, 101], bars: 20, noise: 0.5, seed: 1, levels: [{ at: 104, as: 'A' }] }
    const html = await shown(anyQuestion({ choices, chart }))
    expect(html).toMatch(/>1<\/span><span[^>]*>Le dernier sommet/)
  })

  it('links its source and the lesson that teaches it', async () => {
    const title = { fr: 'Structure', en: 'Structure', es: 'Estructura', it: 'Struttura' }
    const html = await shown(
      anyQuestion({
        choices,
        lesson: {
          course: 'technical-analysis',
          lesson: 'market-structure',
          title,
          minutes: { article: 6, slides: 20 },
        },
      }),
      anyAnswer({
        given: 0,
        source: { title: 'AMF', url: 'https://www.amf-france.org', read_on: '2026-11-20' },
      }),
    )
    expect(html).toContain('href="https://www.amf-france.org"')
    expect(html).toContain('/formations?cours=technical-analysis&amp;lecon=market-structure')
    expect(html).toContain('26 min')
  })
})
