import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INSTRUMENTS } from '../fixtures/instruments.ts'
import { dangers, outcomeOf, plain, shown, type Truth, truthOf } from '../fixtures/messages/reading.ts'
import { MESSAGES } from '../fixtures/signal-messages.ts'
import type { SignalDraft } from '../signal.ts'
import { parseSignalText } from './signal-text.ts'

/** Thursday 19 November 2026, 13:48 in Paris. */
const AFTERNOON = { now: Date.UTC(2026, 10, 19, 12, 48), zone: 'Europe/Paris' }
const read = (text: string) => parseSignalText(text, { instruments: INSTRUMENTS, clock: AFTERNOON })

describe('a message in a channel’s style', () => {
  it.each(MESSAGES)('%s', (text, reads, outcome) => {
    const parsed = read(text)
    const truth = truthOf(reads)
    expect(dangers(parsed, truth)).toEqual([])
    expect(outcomeOf(parsed)).toBe(outcome)
    if (outcome !== 'right') return
    for (const [field, value] of Object.entries(truth)) {
      if (value === undefined) continue
      expect(
        `${field} ${shown(field as keyof SignalDraft, parsed.draft[field as keyof SignalDraft], value)}`,
      ).toBe(`${field} ${plain(value)}`)
    }
  })
})

/** A signal with a known reading, in one of many notations. */
type Made = {
  symbol: string
  name: string
  buy: boolean
  low: string
  high: string | undefined
  stop: string
  targets: string[]
}

const WORDS = {
  fr: { buy: 'ACHAT', sell: 'VENTE', entry: 'Entrée', stop: 'Stop', target: 'Objectif', now: 'maintenant' },
  en: { buy: 'BUY', sell: 'SELL', entry: 'Entry', stop: 'SL', target: 'TP', now: 'now' },
  es: { buy: 'Compra', sell: 'Venta', entry: 'Entrada', stop: 'Stop loss', target: 'Objetivo', now: 'ahora' },
  it: {
    buy: 'Acquisto',
    sell: 'Vendita',
    entry: 'Ingresso',
    stop: 'Stop',
    target: 'Obiettivo',
    now: 'adesso',
  },
}
const SCALES = [
  { symbol: 'EURUSD', name: 'EUR/USD', base: 10_850, step: 5, digits: 4 },
  { symbol: 'GBPJPY', name: 'GBPJPY', base: 19_120, step: 5, digits: 2 },
  { symbol: 'XAUUSD', name: 'GOLD', base: 26_500, step: 10, digits: 1 },
  { symbol: 'NAS100', name: 'US100', base: 20_150, step: 20, digits: 0 },
  { symbol: 'BTCUSD', name: '#BTC/USDT', base: 97_000, step: 200, digits: 0 },
]

const made = fc
  .record({
    scale: fc.constantFrom(...SCALES),
    buy: fc.boolean(),
    offset: fc.integer({ min: -20, max: 20 }),
    width: fc.constantFrom(0, 0, 1, 2),
    risk: fc.integer({ min: 4, max: 12 }),
    steps: fc.array(fc.integer({ min: 4, max: 12 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ scale, buy, offset, width, risk, steps }): Made => {
    const towards = buy ? 1 : -1
    const price = (away: number) =>
      ((scale.base + (offset + away * towards) * scale.step) / 10 ** scale.digits).toFixed(scale.digits)
    const [one, other] = [price(0), price(-width)]
    const [low, high] = Number(one) <= Number(other) ? [one, other] : [other, one]
    let sum = 0
    const targets = steps.map((step) => {
      sum += step
      return price(sum)
    })
    const { symbol, name } = scale
    return {
      symbol,
      name,
      buy,
      low: low as string,
      high: width ? high : undefined,
      stop: price(-width - risk),
      targets,
    }
  })

/** Unrelated numbers with words that identify them. */
const noise = (near: string) =>
  fc.constantFrom(
    `Support ${near}`,
    `Résistance : ${near}`,
    `Resistance at ${near}`,
    `soporte en ${near}`,
    `supporto a ${near}`,
    `${near} is the weekly high`,
    `Le plus haut d’hier était ${near}`,
    `last close ${near}`,
    `pivot ${near}`,
    `liquidity around ${near}`,
    `old entry ${near}`,
    `Demand zone ${near}`,
    `Entry missed at ${near}`,
    `SL moved to ${near} on the other one`,
    `my last buy was ${near}`,
    `Now ${near}`,
    `Current price ${near}`,
    `Prix actuel : ${near}`,
    `Cours ${near}`,
    `Bid ${near} / Ask ${near}`,
    `High ${near} Low ${near}`,
    `Open ${near}, close ${near}`,
    `Breakout above ${near}`,
    `Cassure de ${near} attendue`,
    `Bearish below ${near}`,
    `between ${near} and ${near} we wait`,
    `De ${near} à ${near} hier`,
    `Stop was ${near} yesterday`,
    `Previous TP ${near}`,
    `Old SL ${near}`,
    `Ancien objectif : ${near}`,
    `Entrada anterior ${near}`,
    `Vecchio stop ${near}`,
    `Target zone of the week ${near}`,
    `If ${near} breaks, no trade`,
    `Si ${near} casse, on annule`,
    `Invalidation si clôture H4 sous ${near}`,
    `VWAP ${near}`,
    `POC ${near}`,
    `Fibo 61.8% : ${near}`,
    `Alert set at ${near}`,
    'Long term bullish, short term bearish',
    'Sellers are trapped',
    'Daily bias: buy',
    'Swing low taken',
    'M5 scalpers wait',
    'Next signal in 15 min',
    'Lot 0.10',
    'Valable jusqu’à 22h',
    'TP1 hit yesterday ✅',
    'Objectif 1 atteint hier, +42 pips',
    'Signal (1)',
    'signal 6',
    'Trade n° 12',
    '#forex #signals #2026',
    '22/11/2026 14:30',
    '2026-11-22',
    'Win rate 85%',
    '+2.5% this week',
    'RSI 70, EMA 200',
    'DXY 104.20',
    'Spread 1.2',
    'Join https://t.me/vip2650',
    'Bonne chance à tous 🍀',
    'Wait for H1 close',
    'Le marché est nerveux',
    'Risk 1%',
    'RR 1:2',
    'NFP à 14h30',
    'SL',
    'TP',
    'Move SL to BE after TP1',
  )

function written(
  { name, buy, low, high, stop, targets }: Made,
  language: keyof typeof WORDS,
  form: number,
  joint: string,
): string[] {
  const words = WORDS[language]
  const side = buy ? words.buy : words.sell
  const zone = high ? `${low}${joint}${high}` : low
  const numbered = targets.map((price, at) => `${words.target} ${at + 1} : ${price}`)
  return [
    [
      `${side} ${name} ${zone}`,
      `${words.stop} ${stop}`,
      ...targets.map((price, at) => `TP${at + 1} ${price}`),
    ],
    [`🔥 ${name} ${side} @ ${zone}`, `🛑 ${words.stop}: ${stop}`, ...numbered.map((line) => `🎯 ${line}`)],
    [
      name,
      side,
      `${words.entry} : ${zone}`,
      `${words.stop} : ${stop}`,
      `${words.target} : ${targets.join(' / ')}`,
    ],
    [`${name} ${side} ${zone}, ${words.stop} ${stop}, TP ${targets.join(', ')}`],
    [`${name} | ${side}`, `${words.entry} ${zone}`, ...numbered, `${words.stop} ${stop}`],
    [
      `${side} ${name} ${words.now} ${zone}`,
      ...targets.map((price, at) => `T.P ${at + 1}: ${price}`),
      `S/L: ${stop}`,
    ],
  ][form] as string[]
}

const language = fc.constantFrom('fr', 'en', 'es', 'it') as fc.Arbitrary<keyof typeof WORDS>
const form = fc.integer({ min: 0, max: 5 })
const joint = fc.constantFrom(
  '-',
  ' - ',
  '–',
  ' / ',
  ' ~ ',
  ' à ',
  ' to ',
  ' → ',
  ' ➡️ ',
  ' ... ',
  ' ',
  '_',
  ' => ',
)

const truthOfMade = ({ symbol, buy, low, high, stop, targets }: Made, text: string): Truth =>
  truthOf(
    `${symbol} ${buy ? 'buy' : 'sell'} ${low}${high ? `-${high}` : ''} sl ${stop} tp ${targets.map(Number).join(' ')}` +
      ` | ${/\b(?:now|maintenant|ahora|adesso)\b/.test(text) ? 'market' : ''}${/Risk 1%/.test(text) ? ' risk:1' : ''}` +
      `${/Valable jusqu’à 22h/.test(text) ? ' 492min' : ''}${/BE after TP1/.test(text) ? ' be:1' : ''}`,
  )

describe('a message with a known reading', () => {
  it('is read correctly without unrelated text', () => {
    fc.assert(
      fc.property(made, language, form, joint, (signal, tongue, shape, mark) => {
        const text = written(signal, tongue, shape, mark).join('\n')
        const parsed = read(text)
        expect(parsed.doubts).toEqual([])
        const truth = truthOfMade(signal, text)
        for (const field of [
          'symbol',
          'direction',
          'entry_low',
          'entry_high',
          'stop_loss',
          'targets',
        ] as const) {
          expect(shown(field, parsed.draft[field], undefined)).toBe(
            field === 'symbol' || field === 'direction' || field === 'targets'
              ? plain(truth[field])
              : String(Number(truth[field])),
          )
        }
      }),
      { numRuns: 500 },
    )
  })

  it('never fills a field wrongly without a doubt, whatever surrounds it', () => {
    let [filled, whole] = [0, 0]
    fc.assert(
      fc.property(
        made.chain((signal) =>
          fc.record({
            signal: fc.constant(signal),
            places: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 4 }),
            lines: fc.array(
              fc.integer({ min: -40, max: 40 }).chain((away) => {
                const scale = SCALES.find((one) => one.symbol === signal.symbol) as (typeof SCALES)[number]
                return noise(((scale.base + away * scale.step) / 10 ** scale.digits).toFixed(scale.digits))
              }),
              { minLength: 4, maxLength: 4 },
            ),
            missing: fc.constantFrom('none', 'none', 'none', 'stop', 'entry', 'targets', 'side'),
          }),
        ),
        language,
        form,
        joint,
        ({ signal, places, lines, missing }, tongue, shape, mark) => {
          const parts = written(signal, tongue, shape, mark)
          // A missing level must not be found elsewhere in the message.
          const lacks = (line: string) =>
            (missing === 'entry' && line.startsWith(WORDS[tongue].entry)) ||
            (missing === 'side' && /^(?:ACHAT|VENTE|BUY|SELL|Compra|Venta|Acquisto|Vendita)$/.test(line)) ||
            (missing === 'stop' && line.includes(signal.stop)) ||
            (missing === 'targets' && signal.targets.some((price) => line.includes(price)))
          const kept = parts.length > 1 ? parts.filter((line) => !lacks(line)) : [...parts]
          const isWithoutEntry = missing === 'entry' && kept.length < parts.length
          for (const [index, place] of places.entries()) {
            const line = Math.min(place, kept.length)
            // At the end of a line as well as on its own line.
            if (index === 3 && line > 0 && missing !== 'entry') kept[line - 1] += ` (${lines[index]})`
            else kept.splice(line, 0, lines[index] as string)
          }
          const text = kept.join('\n')
          const parsed = read(text)
          const truth = truthOfMade(signal, text)
          const dropped: Truth = parts.length > 1 ? { ...truth } : truth
          if (parts.length > 1 && missing === 'stop') delete dropped.stop_loss
          if (parts.length > 1 && missing === 'targets') delete dropped.targets
          if (isWithoutEntry) {
            delete dropped.entry_low
            delete dropped.entry_high
          }
          filled += Object.keys(parsed.draft).length
          if (outcomeOf(parsed) !== 'refused') whole += 1
          expect(dangers(parsed, dropped)).toEqual([])
        },
      ),
      { numRuns: 3000 },
    )
    expect(filled).toBeGreaterThan(8000)
    expect(whole).toBeGreaterThan(900)
  })
})
