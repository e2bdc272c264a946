import { describe, expect, it } from 'vitest'
import { pieces, translate } from './translate.ts'

const texts = {
  title: 'Signaux',
  greeting: 'Bonjour {{name}}',
  closed_one: '{{count}} signal clos',
  closed_other: '{{count}} signaux clos',
  states: { live: 'En cours' },
}

describe('translate', () => {
  it('finds a text by its dotted key', () => {
    expect(translate(texts, 'states.live', 'fr')).toBe('En cours')
  })

  it('fills in values, and leaves nothing where one is missing', () => {
    expect(translate(texts, 'greeting', 'fr', { name: 'Alix' })).toBe('Bonjour Alix')
    expect(translate(texts, 'greeting', 'fr')).toBe('Bonjour ')
  })

  it('takes the plural form of the language: zero is singular in French, plural in English', () => {
    expect(translate(texts, 'closed', 'fr', { count: 0 })).toBe('0 signal clos')
    expect(translate(texts, 'closed', 'en', { count: 0 })).toBe('0 signaux clos')
    expect(translate(texts, 'closed', 'fr', { count: 2 })).toBe('2 signaux clos')
  })

  it('takes the general form where a language has a form that the file does not name', () => {
    expect(translate(texts, 'closed', 'fr', { count: 1_000_000 })).toBe('1000000 signaux clos')
  })

  it('gives null for a key that leads nowhere, to a group, or to what every object has', () => {
    for (const key of ['nothing', 'states', 'title.live', 'states.toString', '__proto__.x'])
      expect(translate(texts, key, 'fr')).toBeNull()
  })
})

describe('pieces', () => {
  it('cuts a text at its tags', () => {
    expect(pieces('Lire <terms>les conditions</terms> et <hash></hash>.')).toEqual([
      'Lire ',
      { tag: 'terms', text: 'les conditions' },
      ' et ',
      { tag: 'hash', text: '' },
      '.',
    ])
  })

  it('leaves a text without tags, or with one that does not close, as it is', () => {
    expect(pieces('1 < 2')).toEqual(['1 < 2'])
    expect(pieces('<b>ouvert')).toEqual(['<b>ouvert'])
  })
})
