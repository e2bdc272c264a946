import { expect, it } from 'vitest'
import { citedIn } from './cited.ts'

it('signals and lessons of a thread are listed once each, and nothing of another site', () => {
  expect(
    citedIn([
      { body: 'Voir [Sorties partielles](/formations?cours=a&lecon=b) et /signaux?signal=12' },
      { body: '[ce signal](/signaux?signal=12) [x](https://evil.example/signaux?signal=13) [y](/aide)' },
    ]),
  ).toEqual([
    { kind: 'lesson', name: 'Sorties partielles', href: '/formations?cours=a&lecon=b' },
    { kind: 'signal', name: '12', href: '/signaux?signal=12' },
  ])
})

it('a post that was edited is read again', () => {
  const post = { body: 'Voir /signaux?signal=12' }
  expect(citedIn([post]).map(({ name }) => name)).toEqual(['12'])
  expect(citedIn([{ ...post, body: 'Voir /signaux?signal=13' }]).map(({ name }) => name)).toEqual(['13'])
})
