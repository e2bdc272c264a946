import { describe, expect, it } from 'vitest'
import { isExpired } from './dated-fact.ts'
import { textsIn } from './published-content.ts'

describe('texts of published content', () => {
  const fr = { title: 'Titre', body: 'Corps' }

  it('are those of the requested language only', () => {
    const en = { title: 'Title', body: 'Body' }
    expect(textsIn({ fr, en }, 'en')).toEqual({ texts: en, inFrench: false })
    expect(textsIn({ fr, en }, 'fr')).toEqual({ texts: fr, inFrench: false })
  })

  it('fall back to French, and say so', () => {
    expect(textsIn({ fr }, 'it')).toEqual({ texts: fr, inFrench: true })
    expect(textsIn({ fr, es: { title: 'Título', body: ' ' } }, 'es')).toEqual({
      texts: { title: 'Título', body: 'Corps' },
      inFrench: true,
    })
  })
})

it('a fact must be verified again from its expiry day', () => {
  const fact = { source: 'x', source_url: null, read_on: '2026-11-01', expires_on: '2026-12-01' }
  expect(isExpired(fact, '2026-11-30')).toBe(false)
  expect(isExpired(fact, '2026-12-01')).toBe(true)
})
