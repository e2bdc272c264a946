// Reads the terms of a pasted signal: timeframe, risk, shares and validity.
import { isGain } from './signal-context.ts'
import { readLoose } from './signal-entry.ts'
import { announcesTarget, hasLineAfter } from './signal-line.ts'
import { isAmongWords } from './signal-order.ts'
import type { Reading } from './signal-reading.ts'
import { type NumberToken, timeframeOf, type WordToken } from './signal-tokens.ts'
import { readTimeframeAsDuration } from './signal-validity.ts'
import { folded } from './signal-words.ts'

export function readTimeframe(reading: Reading, token: WordToken): void {
  const known = timeframeOf(token)
  if (reading.field === 'validity' && reading.awaiting()) {
    readTimeframeAsDuration(reading, token)
    return
  }
  // "TF" and "UT" only announce the following timeframe.
  if (known) {
    const before = reading.tokens[reading.at - 1]
    // "In 15 min" and "a daily close" are not timeframes.
    const lasts =
      /^\d/.test(token.text) && before?.kind === 'word' && /^(filler|at|join)$/.test(before.concept ?? '')
    const said = before?.kind === 'word' && before.concept === 'timeframe'
    const loose = lasts || (token.concept === 'daily' && !said) || isAmongWords(reading, reading.at)
    if (reading.found.timeframe !== undefined && reading.found.timeframe !== known) {
      reading.doubt('several_values', 'timeframe')
    }
    reading.found.timeframe ??= known
    if (loose) reading.doubt('words_between', 'timeframe')
  }
  reading.claim('timeframe', token)
}

export function readPercent(reading: Reading, token: NumberToken, strange: boolean, at: number): void {
  if (reading.field === 'risk') {
    const between = reading.tokens.slice(reading.opened + 1, at)
    if (between.some((one) => one.kind === 'line')) return
    takeRisk(reading, token)
    // "Risk 1-2 %", "risk on half of it, 50 %".
    if (between.some((one) => one.kind === 'number' || (one.kind === 'word' && one.concept === undefined))) {
      reading.doubt('words_between', 'risk_percent')
    }
    if (reading.keyword) reading.fill(token)
    return
  }
  if (isOfRisk(reading, at)) {
    takeRisk(reading, token)
    return
  }
  if (strange || isGain(reading.tokens, at)) return
  const last = reading.found.targets.at(-1)
  const beside = reading.previous ? reading.tokens.slice(reading.previous.at + 1, at) : []
  if (reading.field === 'target' && !reading.awaiting() && last && last.share === undefined) {
    if (!beside.every(({ kind }) => kind === 'mark')) return
    last.share = token.value
  } else if (
    reading.share === undefined &&
    ((reading.field === 'target' && reading.awaiting()) || announcesTarget(reading.tokens, at))
  ) {
    // "50 % TP1 1.0900": the share precedes its target.
    reading.share = token.value
  } else {
    return
  }
  reading.claim('targets', token)
}

const OF_RISK =
  /^(?:risk|risque|riesgo|rischio|capital|capitale|account|compte|cuenta|conto|balance|equity|solde)$/

/** "1 % de risque", "2% of account": a percentage of risk, never a share of a target. */
function isOfRisk(reading: Reading, at: number): boolean {
  const next = reading.tokens
    .slice(at + 1, at + 5)
    .find((one) => !(one.kind === 'word' && /^(?:of|your|de|du|di|del|d|il|the|votre|tu)$/i.test(one.text)))
  return next?.kind === 'word' && OF_RISK.test(folded(next.text))
}

function takeRisk(reading: Reading, token: NumberToken): void {
  const { found } = reading
  if (found.riskPercent && !found.riskPercent.equals(token.value)) {
    reading.doubt('several_values', 'risk_percent')
  }
  found.riskPercent ??= token.value
  reading.claim('risk_percent', token)
}

/** "RR 1:2" and "lot size 0.10" contain numbers that are not prices; the next line's may be. */
export function readTerm(reading: Reading, token: NumberToken, at: number): void {
  if (hasLineAfter(reading.tokens, reading.opened, at)) {
    reading.field = null
    readLoose(reading, token, at, false)
  } else if (reading.field === 'ratio') {
    reading.fill(token)
  }
}
