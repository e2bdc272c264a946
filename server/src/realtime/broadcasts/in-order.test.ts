import fc from 'fast-check'
import { expect, it } from 'vitest'
import { InOrder } from './in-order.ts'

it('delivers in the order of adding, even if items resolve late, and skips those that fail', async () => {
  const plan = fc.array(fc.record({ wait: fc.option(fc.nat(4)), fails: fc.boolean() }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(plan, async (items) => {
      const delivered: number[] = []
      const failed: unknown[] = []
      const inbox = new InOrder<number>(
        (item) => delivered.push(item),
        (error) => failed.push(error),
      )
      const later = async (index: number, wait: number, fails: boolean) => {
        for (let turn = 0; turn < wait; turn++) await new Promise((resolve) => setImmediate(resolve))
        if (fails) throw index
        return index
      }
      const good: number[] = []
      items.forEach(({ wait, fails }, index) => {
        inbox.add(wait === null ? index : later(index, wait, fails))
        if (wait === null || !fails) good.push(index)
      })
      while (delivered.length + failed.length < items.length)
        await new Promise((resolve) => setImmediate(resolve))
      expect(delivered).toEqual(good)
    }),
  )
})

it('delivers at once while nothing is pending', () => {
  const delivered: number[] = []
  const inbox = new InOrder<number>(
    (item) => delivered.push(item),
    () => {},
  )
  inbox.add(1)
  expect(delivered).toEqual([1])
})
