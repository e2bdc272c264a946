import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { givenByDigit, isReady } from './draft.ts'
import { moved, orderOf } from './order-answer.tsx'
import { anyQuestion } from './testing/questions.ts'

const single = anyQuestion({ form: 'single', choices: ['one', 'two', 'three'] })
const several = anyQuestion({ form: 'multiple', choices: ['one', 'two', 'three'] })

describe('[S-111] what is chosen and not sent yet', () => {
  it('follows the digits of the choices, and ignores those beyond them', () => {
    expect(givenByDigit(single, null, '2')).toBe(1)
    expect(givenByDigit(single, 1, '3')).toBe(2)
    expect(givenByDigit(single, null, '4')).toBeNull()
    expect(givenByDigit(single, null, '0')).toBeNull()
    expect(givenByDigit(anyQuestion({ form: 'numeric' }), null, '1')).toBeNull()
  })

  it('holds several choices in their order, and a second press takes one back', () => {
    const pressed = ['3', '1'].reduce<ReturnType<typeof givenByDigit>>(
      (draft, key) => givenByDigit(several, draft, key),
      null,
    )
    expect(pressed).toEqual([0, 2])
    expect(givenByDigit(several, pressed, '3')).toEqual([0])
  })

  it('cannot be sent while nothing was chosen; an order may stand right as shown', () => {
    expect(isReady(single, null)).toBe(false)
    expect(isReady(several, [])).toBe(false)
    expect(isReady(anyQuestion({ form: 'numeric' }), '')).toBe(false)
    expect(isReady(single, 0)).toBe(true)
    expect(isReady(anyQuestion({ form: 'order' }), null)).toBe(true)
  })
})

describe('[S-111] steps in an order', () => {
  it('stay the same steps however they are moved', () => {
    const move = fc.tuple(fc.nat(5), fc.nat(5))
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        const order = moves.reduce((steps, [from, to]) => moved(steps, from, to), orderOf(null, 6))
        expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5])
      }),
    )
  })

  it('put the moved step where it was dropped', () => {
    expect(moved([0, 1, 2, 3], 3, 0)).toEqual([3, 0, 1, 2])
    expect(moved([0, 1, 2, 3], 0, 2)).toEqual([1, 2, 0, 3])
  })
})
