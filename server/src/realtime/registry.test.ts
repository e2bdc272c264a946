import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Registry, topicKey } from './registry.ts'

it('keeps public and private topics of the same name apart', () => {
  expect(topicKey({ private: true, name: 'a' })).not.toBe(topicKey({ private: false, name: 'a' }))
  expect(topicKey({ private: false, name: 'private:a' })).not.toBe(topicKey({ private: true, name: 'a' }))
})

it('contains exactly the present subscribers, and no topic without any', () => {
  const step = fc.record({
    topic: fc.constantFrom('a', 'b', 'c'),
    who: fc.nat(4),
    hears: fc.option(fc.record({ broadcast: fc.boolean(), presence: fc.boolean() })),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const registry = new Registry<number>()
      const model = new Map<string, { broadcast: boolean; presence: boolean }>()
      for (const { topic, who, hears } of steps) {
        if (hears) registry.add(topic, who, hears)
        else registry.remove(topic, who)
        if (hears) model.set(`${topic} ${who}`, hears)
        else model.delete(`${topic} ${who}`)
      }
      const expected = new Set<string>()
      for (const extension of ['broadcast', 'presence'] as const) {
        for (const topic of ['a', 'b', 'c']) {
          const subscribers = [0, 1, 2, 3, 4].filter((who) => model.get(`${topic} ${who}`)?.[extension])
          expect([...registry.subscribers(topic, extension)].sort()).toEqual(subscribers)
          if (subscribers.length > 0) expected.add(topic)
        }
      }
      expect(registry.keys().sort()).toEqual([...expected].sort())
    }),
  )
})
