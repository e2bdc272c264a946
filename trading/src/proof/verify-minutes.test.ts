import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settle } from '../outcome.ts'
import { type MinutesPart, partText, readLine, readMinutes } from '../signal-minutes.ts'
import { CANDLE_MS, type Candle, type OutcomeEvent, type Terms } from '../trade.ts'
import { Diverged } from './divergence.ts'
import { sha256Hex as sha256 } from './ledger.ts'
import type { SignalLife } from './signal-life.ts'
import { checkMinutes } from './verify-minutes.ts'

const PUBLISHED = Date.parse('2026-03-02T21:30:20Z')
const FIRST = Date.parse('2026-03-02T21:31:00Z')
const TERMS: Terms = {
  direction: 'buy',
  order_type: 'limit',
  entry_low: '1.0850',
  entry_high: '1.0860',
  stop_loss: '1.0820',
  targets: [
    { price: '1.0900', share: '50' },
    { price: '1.0950', share: '50' },
  ],
  digits: 4,
  publishedAt: PUBLISHED,
  expiresAt: PUBLISHED + 240 * CANDLE_MS,
}

const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
const iso = (at: number) => new Date(at).toISOString()
const lineOf = ({ openedAt, open, high, low, close, spread }: Candle) =>
  `${clock(openedAt)} ${open} ${high} ${low} ${close} ${spread}`

/** A random walk of minutes across a midnight, long enough for every ending. */
const walk = fc
  .array(
    fc.tuple(
      fc.integer({ min: -14, max: 14 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
    ),
    {
      minLength: 300,
      maxLength: 300,
    },
  )
  .map((steps) => {
    let at = 10_865
    const text = (points: number) => (points / 10_000).toFixed(4)
    return steps.map(([moved, above, below], index): Candle => {
      const open = at
      at += moved
      return {
        openedAt: FIRST + index * CANDLE_MS,
        open: text(open),
        high: text(Math.max(open, at) + above),
        low: text(Math.min(open, at) - below),
        close: text(at),
        spread: '0.0002',
      }
    })
  })

/** The record of an engine that processed these minutes, and the parts fixed by its end. */
function record(candles: readonly Candle[], told = settle(TERMS, [], candles)) {
  const ending = told.at(-1)
  if (!ending || !['stopped', 'closed', 'expired'].includes(ending.kind)) return null
  const last = Date.parse(ending.data.candle!.opened_at)
  const lived = candles.filter(({ openedAt }) => openedAt <= last)
  const parts = [...Map.groupBy(lived, ({ openedAt }) => iso(openedAt).slice(0, 10))].map(
    ([day, minutes]): MinutesPart => ({ signal_id: 'x', day, minutes: minutes.map(lineOf).join('\n') }),
  )
  return { life: lifeOf(told, parts), parts, lived }
}

function lifeOf(told: readonly OutcomeEvent[], parts: readonly MinutesPart[]): SignalLife {
  const { publishedAt: _published, expiresAt, digits: _digits, ...levels } = TERMS
  const events = told.map(({ at, ...event }) => ({
    value: { ...event, at: iso(at) } as unknown as SignalLife['published'],
    sequence: 2,
    toldAt: iso(at),
  }))
  const minutes = parts.map((part) => ({
    day: part.day,
    lines: part.minutes.split('\n').length,
    sha256: sha256(partText(part)),
  }))
  const { kind, at } = told.at(-1)!
  return {
    subject: 'signal',
    id: 'x',
    number: 7,
    published: { published_at: iso(PUBLISHED), tier: 'premium' },
    publishedSequence: 1,
    levels: { ...levels, expires_at: iso(expiresAt) } as unknown as SignalLife['published'],
    nonce: 'aa',
    events,
    opened: 1,
    seals: [],
    ending: { kind, at: iso(at), result: null, reason: null, sequence: 2, minutes },
  }
}

async function divergence(life: SignalLife, parts: readonly MinutesPart[]) {
  try {
    await checkMinutes(life, parts, sha256)
    return null
  } catch (error) {
    if (error instanceof Diverged) return error.divergence
    throw error
  }
}

describe('the minutes of an ended signal', () => {
  it('[S-100] reproduce its record in any market', async () => {
    const endings = new Set<string>()
    await fc.assert(
      fc.asyncProperty(walk, async (candles) => {
        const kept = record(candles)
        if (!kept) return
        endings.add(kept.life.ending!.kind)
        const counts = await checkMinutes(kept.life, kept.parts, sha256)
        expect(counts).toEqual({ minutes: kept.lived.length, absent: 0 })
      }),
      { numRuns: 60 },
    )
    expect(endings.size).toBeGreaterThan(1)
  })

  it('[S-100] reveal any change, removal or addition', async () => {
    await fc.assert(
      fc.asyncProperty(
        walk,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('change', 'drop', 'add'),
        async (candles, where, digit, how) => {
          const kept = record(candles)
          if (!kept) return
          const place = where % kept.parts.length
          const part = kept.parts[place]!
          const lines = part.minutes.split('\n')
          const at = where % lines.length
          const line = lines[at]!
          const digits = [...line.matchAll(/\d/g)]
          const { index } = digits[digit % digits.length]!
          const other = line.slice(0, index) + ((Number(line[index]) + 1) % 10) + line.slice(index + 1)
          const changed =
            how === 'change'
              ? lines.with(at, other)
              : lines.toSpliced(at, how === 'drop' ? 1 : 0, ...(how === 'add' ? [other] : []))
          const parts = kept.parts.with(place, { ...part, minutes: changed.join('\n') })
          expect(await divergence(kept.life, parts)).toMatchObject({
            check: 'minutes',
            problem: 'other_minutes',
            number: 7,
          })
        },
      ),
      { numRuns: 80 },
    )
  })

  it('[S-100] reveal the minute of a touch that the engine skipped, although every hash is correct', async () => {
    await fc.assert(
      fc.asyncProperty(walk, async (candles) => {
        const honest = settle(TERMS, [], candles)
        const stop = honest.findIndex(({ kind }) => kind === 'stopped')
        if (stop === -1) return
        const skipped = Date.parse(honest[stop]!.data.candle!.opened_at)
        // Simulates an engine that ignored the minutes of the stop until the price had returned.
        const told = settle(
          TERMS,
          [],
          candles.filter(({ openedAt }) => openedAt < skipped || openedAt > skipped + 40 * CANDLE_MS),
        )
        const kept = record(candles, told)
        if (!kept) return
        expect(await divergence(kept.life, kept.parts)).toMatchObject({
          check: 'minutes',
          problem: 'not_by_the_rules',
          path: expect.stringContaining(`minutes of signal 7, ${iso(skipped).slice(0, 16)}Z`),
        })
      }),
      { numRuns: 80 },
    )
  })

  it('[S-100] cannot be omitted by the author of the record: the first minute without a line is named', async () => {
    await fc.assert(
      fc.asyncProperty(walk, fc.nat(), async (candles, where) => {
        const kept = record(candles)
        if (!kept || kept.lived.length < 3) return
        const gone = kept.lived[where % (kept.lived.length - 1)]!
        const parts = kept.parts.map((part) => ({
          ...part,
          minutes: part.minutes
            .split('\n')
            .filter((line) => line !== lineOf(gone))
            .join('\n'),
        }))
        if (parts.some(({ minutes }) => minutes === '')) return
        const events = kept.life.events.map(
          ({ value }) => ({ ...value, at: Date.parse(String(value.at)) }) as unknown as OutcomeEvent,
        )
        expect(await divergence(lifeOf(events, parts), parts)).toMatchObject({
          problem: 'passed_over',
          path: `minutes of signal 7, ${iso(gone.openedAt).slice(0, 16)}Z`,
        })
      }),
      { numRuns: 80 },
    )
  })

  it('are skipped only with a reason, and longer bars appear only within `no_data`', async () => {
    const bar = '21:35/5 1.0865 1.0866 1.0845 1.0850 0.0002'
    const rest = ['21:40 1.0850 1.0851 1.0800 1.0810 0.0002']
    const bars: Candle[] = [
      { openedAt: FIRST, open: '1.0865', high: '1.0866', low: '1.0864', close: '1.0865', spread: '0.0002' },
      {
        openedAt: FIRST + 4 * CANDLE_MS,
        minutes: 5,
        open: '1.0865',
        high: '1.0866',
        low: '1.0845',
        close: '1.0850',
        spread: '0.0002',
      },
      {
        openedAt: FIRST + 9 * CANDLE_MS,
        open: '1.0850',
        high: '1.0851',
        low: '1.0800',
        close: '1.0810',
        spread: '0.0002',
      },
    ]
    const told = settle(TERMS, [], bars)
    const check = async (...lines: string[]) => {
      const parts = [{ signal_id: 'x', day: '2026-03-02', minutes: [lineOf(bars[0]!), ...lines].join('\n') }]
      return (await divergence(lifeOf(told, parts), parts))?.problem ?? 'concordant'
    }
    expect(await check('21:32-21:40 no_data', bar, ...rest)).toBe('concordant')
    expect(await check('21:32-21:40 no_trade', bar, ...rest)).toBe('malformed')
    expect(await check('21:32-21:38 no_data', bar, '21:38-21:40 no_data', ...rest)).toBe('malformed')
    expect(await check('21:32-21:40 no_data', ...rest)).toBe('not_by_the_rules')
    expect(await check('21:32-21:40 missing', bar, ...rest)).toBe('passed_over')
    expect(await check('21:32-21:39 no_data', ...rest)).toBe('passed_over')
    expect(await check('21:32-21:40 lunch', ...rest)).toBe('malformed')
  })
})

describe('the text of minutes', () => {
  it('is parsed back unchanged, and other formats are refused', () => {
    const midnight = Date.parse('2026-03-02T00:00:00Z')
    expect(readLine(midnight, '23:00-24:00 closed')).toEqual({
      at: midnight + 23 * 3_600_000,
      until: midnight + 24 * 3_600_000,
      absence: 'closed',
    })
    for (const line of [
      '',
      '24:00 1 1 1 1 0',
      '23:60 1 1 1 1 0',
      '1:00 1 1 1 1 0',
      '10:00 1 1 1 1',
      '10:00 1e3 1 1 1 0',
      '10:00-09:00 closed',
      '10:00-10:00 closed',
      '10:00  1 1 1 1 0',
      '10:00/0 1 1 1 1 0',
    ])
      expect(readLine(midnight, line), line).toBeNull()
  })

  it('comes as lines or as a list', () => {
    const part = { signal_id: 'x', day: '2026-03-02', minutes: '10:00 1 1 1 1 0' }
    expect(readMinutes(`${JSON.stringify(part)}\n\n`)).toEqual([part])
    expect(readMinutes(JSON.stringify([part]))).toEqual([part])
    for (const text of ['{', '[1]', '{"day":"2026-03-02"}'])
      expect(() => readMinutes(text), text).toThrow(SyntaxError)
  })
})
