import { expect, it } from 'vitest'
import { missingProof } from './missing-proof.ts'

it.each([
  [[], null],
  [['done'], null],
  [['sending'], 'sending'],
  [['refused'], 'lost'],
  [['failed'], 'lost'],
  [['done', 'refused'], 'lost'],
] as const)('a form with files that are %j misses: %s', (states, missing) => {
  expect(missingProof(states.map((state) => ({ state })))).toBe(missing)
})
