import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgetfulMembers } from '../testing/forgetful-members.ts'
import { type Answer, cardOf, DEFAULT_PARAMETERS, logLoss, predictionsOf, trainParameters } from './memory.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 10, 19, 18)
const after = (days: number, right: boolean): Answer => ({ at: START + days * DAY, right })

describe('[S-111] a review card', () => {
  it('begins with the first mistake', () => {
    expect(cardOf([after(0, true), after(3, true)])).toBeNull()
    expect(cardOf([after(0, true), after(3, false)])!.card).toMatchObject({
      reps: 1,
      lapses: 1,
      last: START + 3 * DAY,
    })
  })

  it('returns the next day after a mistake, then later each time the answer is right', () => {
    const { due, last, ahead } = cardOf([after(0, false)])!.card
    expect((due - last) / DAY).toBe(1)
    const days = [last, due, ...ahead].map((at, place, all) => (at - (all[place - 1] ?? at)) / DAY).slice(1)
    expect(days).toEqual([...days].sort((one, other) => one - other))
    expect(new Set(days).size).toBe(days.length)
  })

  it('comes sooner after a wrong answer than after a right one', () => {
    const dueAfter = (right: boolean) => cardOf([after(0, false), after(1, true), after(6, right)])!.card.due
    expect(dueAfter(false)).toBeLessThan(dueAfter(true))
  })

  it('foresees what happens if each answer is right on the day', () => {
    const first = cardOf([after(0, false)])!.card
    const then = cardOf([after(0, false), { at: first.due, right: true }])!.card
    expect(then.due).toBe(first.ahead[0])
  })

  it('predicts nothing for a second answer on the same day', () => {
    const { predictions } = cardOf([after(0, false), after(0.1, true), after(4, true)])!
    expect(predictions.map(({ predicted }) => predicted === null)).toEqual([true, false])
  })

  it('is the same when it is rebuilt, is due after the last answer, and predicts shares', () => {
    const history = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 80 }), right: fc.boolean() }), {
      maxLength: 25,
    })
    fc.assert(
      fc.property(history, (given) => {
        let at = START
        const answers = given.map(({ gap, right }) => {
          at += gap * DAY
          return { at, right }
        })
        const built = cardOf(answers)
        expect(cardOf([...answers])).toEqual(built)
        if (!built) {
          expect(answers.filter(({ right }) => !right)).toEqual([])
          return
        }
        expect(built.card.due).toBeGreaterThan(at)
        for (const { predicted } of built.predictions)
          if (predicted !== null) expect(predicted > 0 && predicted < 1).toBe(true)
      }),
    )
  })
})

describe('[S-111] trained parameters', () => {
  const average = (histories: Answer[][]) => {
    const told = predictionsOf(histories, DEFAULT_PARAMETERS)
    const mean = told.filter(({ right }) => right).length / told.length
    return logLoss(told.map(({ right }) => ({ predicted: mean, right })))
  }

  it('predict other members better than the default ones, and than always the average', () => {
    const search = trainParameters(forgetfulMembers(150, 1))
    let step = search.next()
    while (!step.done) step = search.next()
    const others = forgetfulMembers(400, 2)
    const [trained, untrained] = [step.value, DEFAULT_PARAMETERS].map((w) =>
      logLoss(predictionsOf(others, w)),
    )
    expect(trained).toBeLessThan(untrained!)
    expect(trained).toBeLessThan(average(others))
  })

  it('are the same for the same answers', () => {
    const run = () => [...trainParameters(forgetfulMembers(20, 3))].length
    expect(run()).toBe(run())
  })
})
