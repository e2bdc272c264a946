import { expect, it } from 'vitest'
import { Together } from './together.ts'

function stage() {
  let now = 0
  const together = new Together(() => now)
  return {
    most: () => together.most,
    begin: (count: number) => together.begin(count),
    pass: (ms: number) => {
      now += ms
    },
    /** Evaluates `count` one after the other, each taking `msEach`. */
    ask(count: number, msEach: number) {
      const end = together.begin(count)
      now += count * msEach
      end()
    },
  }
}

it('a few are batched at first, and as many as fit a transaction once policies are fast', () => {
  const { most, ask } = stage()
  expect(most()).toBe(4)
  for (let n = 0; n < 8; n++) ask(most(), 0.5)
  expect(most()).toBe(128)
})

it('with slow policies each is evaluated alone, and in batches again once they are fast', () => {
  const { most, ask } = stage()
  ask(4, 300)
  expect(most()).toBe(1)
  for (let n = 0; n < 12; n++) ask(1, 0.5)
  expect(most()).toBe(128)
})

it('evaluations in progress count: a policy that was fast may be waiting', () => {
  const { most, ask, begin, pass } = stage()
  for (let n = 0; n < 8; n++) ask(8, 0.5)
  const end = begin(1)
  expect(most()).toBe(128)
  pass(20)
  expect(most()).toBe(5)
  pass(200)
  expect(most()).toBe(1)
  end()
  expect(most()).toBe(1)
})
