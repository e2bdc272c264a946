import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDrawing } from './drawing.ts'
import { spread } from './spread.ts'
import { judge, readTask } from './task.ts'

describe('a drawing', () => {
  it('is read alike from a directive’s words and from a question’s lists', () => {
    const said = readDrawing('candles', {
      path: '100,104',
      bars: '40',
      levels: '104:resistance,100:ligne de cou',
    })
    const listed = readDrawing('candles', {
      path: [100, 104],
      bars: 40,
      levels: [
        { at: 104, as: 'resistance' },
        { at: 100, as: 'ligne de cou' },
      ],
    })
    expect(said).toEqual(listed)
    expect(said).toMatchObject({
      levels: [
        { at: 104, as: 'resistance' },
        { at: 100, as: 'ligne de cou' },
      ],
    })
  })

  it('passes a figure’s other arguments on', () => {
    expect(
      readDrawing('curve', {
        figure: 'expectancy',
        over: 'rate',
        from: '0',
        to: '1',
        gain: '2',
        points: '0.5,9',
      }),
    ).toMatchObject({ given: { gain: '2' }, points: [0.5] })
  })

  it('is none where it could not be drawn', () => {
    const wrong = [
      ['candles', {}],
      ['candles', { path: '100' }],
      ['candles', { path: '1,2', bars: '100000' }],
      ['candles', { path: '1,x' }],
      ['candles', { path: '1,2', levels: 'high:r' }],
      ['curve', { figure: 'x', over: 'y', from: '2', to: '1' }],
      ['position', { entry: '1', stop: '1', targets: '2' }],
      ['position', { entry: '1.1', stop: '1.0', targets: '1.05' }],
      ['bars', { values: '1,2', labels: 'A' }],
      ['pie', { values: '1' }],
    ] as const
    for (const [kind, words] of wrong)
      expect([kind, words, readDrawing(kind, words)]).toEqual([kind, words, null])
    expect(readDrawing('position', { entry: '1.1', stop: '1.0', targets: '1.2' })).not.toBeNull()
  })

  it('is read from any words without an error, and then holds finite numbers only', () => {
    const kinds = fc.constantFrom('candles', 'curve', 'position', 'bars')
    const names = fc.constantFrom(
      'path',
      'bars',
      'noise',
      'levels',
      'entry',
      'stop',
      'targets',
      'values',
      'labels',
      'from',
      'to',
      'figure',
      'over',
    )
    const values = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.constantFrom('1,2', '1:2', '1e9', 'NaN', '-0'),
      fc.array(fc.integer()),
    )
    fc.assert(
      fc.property(kinds, fc.dictionary(names, values), (kind, words) => {
        const drawing = readDrawing(kind, words)
        JSON.stringify(drawing, (_, value) => {
          if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
          return value
        })
      }),
    )
  })
})

describe('[wish §1.9] a task on a drawn chart', () => {
  it('is right within its zone, ends included', () => {
    const task = readTask('stop', { path: '100,104,101', bars: '20', entry: '101', zone: '99.5:100' })
    expect(task).toMatchObject({ asks: 'stop', digits: 1, zone: { low: 99.5, high: 100 } })
    if (!task) return
    expect([99.4, 99.5, 100, 100.1].map((price) => judge(price, task.zone))).toEqual([
      'too-low',
      'right',
      'right',
      'too-high',
    ])
  })

  it('is none without a zone, or with one upside down', () => {
    expect(readTask('stop', { path: '1,2' })).toBeNull()
    expect(readTask('stop', { path: '1,2', zone: '2:1' })).toBeNull()
    expect(readTask('guess', { path: '1,2', zone: '1:2' })).toBeNull()
  })
})

it('labels that would cover each other move apart and keep their order', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (places) => {
      const moved = spread(places, 0.07)
      const sorted = moved.toSorted((one, other) => one - other)
      sorted.slice(1).forEach((place, index) => {
        expect(place - (sorted[index] as number)).toBeGreaterThan(0.0699)
      })
      moved.forEach((place, index) => {
        expect(place).toBeGreaterThanOrEqual(places[index] as number)
      })
    }),
  )
})
