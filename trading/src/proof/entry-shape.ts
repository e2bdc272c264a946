// Owns the keys of each part of the record and their permitted values (docs/proof.md, "Kinds"). The lists are closed, because an
// unchecked key could hold anything. A new key therefore needs a new version of the export.
import { decimal, plain } from '../decimal.ts'
import { ANSWERS, LONGEST_TEXT, STYLES, TEXTS, TIERS } from '../signal.ts'
import { KINDS, SIDES, type StatementKind } from '../statements/condition.ts'
import { AUTHOR_KINDS } from '../statements/statement.ts'
import type { Json, LedgerEntry } from './ledger.ts'
import { isTimestamp, type JsonObject, objectOf, textOf } from './proof-format.ts'

type Test = (value: Json) => boolean
/** The keys of a part, each with its test. An optional key ends with a question mark. */
export type Shape = { readonly [key: string]: Test }

export const ENDINGS = ['stopped', 'closed', 'expired', 'cancelled']

const isText: Test = (value) => typeof value === 'string' && value !== ''
const isHash: Test = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isId: Test = (value) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const isFlag: Test = (value) => typeof value === 'boolean'
const isPlace: Test = (value) => Number.isSafeInteger(value) && Number(value) > 0
const isObject: Test = (value) => objectOf(value) !== null
const isDecimal: Test = (value) => decimal(textOf(value)) !== null
/** The format of R and percentages: no trailing zeros. */
const isShortest: Test = (value) => {
  const read = decimal(textOf(value))
  return read !== null && plain(read) === value
}
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value)
const oneOf =
  (known: readonly string[]): Test =>
  (value) =>
    known.some((one) => one === value)
/** Text as stored: not empty, of limited length, without surrounding spaces. */
const words =
  (most: number): Test =>
  (value) =>
    typeof value === 'string' && value !== '' && !/^ | $/.test(value) && [...value].length <= most

const EVENT: Shape = { at: isTimestamp, price: orNull(isDecimal), r: orNull(isShortest), data: isObject }
const ENDING: Shape = { ...EVENT, result_r: orNull(isShortest), reason: isText, minutes: Array.isArray }
const OPENED: Shape = { levels: isObject, nonce: isHash }
const PUBLISHED: Shape = {
  commitment: isHash,
  reasons_commitment: isHash,
  number: isPlace,
  tier: oneOf(TIERS),
  style: oneOf(STYLES),
  author: words(LONGEST_TEXT),
  author_id: isId,
  published_at: isTimestamp,
  demonstration: isFlag,
}

const STATED: Shape = {
  statement: isId,
  number: isPlace,
  author_kind: oneOf(AUTHOR_KINDS),
  author: orNull(words(LONGEST_TEXT)),
  author_id: orNull(isId),
  made_at: isTimestamp,
  deadline: isTimestamp,
  demonstration: isFlag,
  commitment: isHash,
}
const OPENED_TERMS: Shape = { terms: isObject, nonce: isHash }
const RESOLVED: Shape = {
  statement: isId,
  at: isTimestamp,
  outcome: orNull(isFlag),
  candle: orNull(isObject),
  minutes: Array.isArray,
}
/** The entries of a statement. Each may be the one that opens its terms. */
const STATEMENTS: { readonly [kind: string]: Shape } = {
  stated: STATED,
  revealed: { statement: isId },
  resolved: RESOLVED,
}

const isDay: Test = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
/** The entries of the daily test and of answers to its charts. They belong to no signal. */
const DAILY: { readonly [kind: string]: Shape } = {
  test_committed: { day: isDay, commitment: isHash, bank: isHash },
  test_opened: { day: isDay },
  test_revealed: {
    day: isDay,
    seed: isHash,
    questions: orNull((value) => Array.isArray(value) && value.every(isId)),
  },
  forecast: { card: isId, commitment: isHash },
}

/** The entries of an analyst's expectation of a release. They belong to no signal. */
const EXPECTATIONS: { readonly [kind: string]: Shape } = {
  expected: {
    expectation: isId,
    number: isPlace,
    author: words(LONGEST_TEXT),
    author_id: isId,
    made_at: isTimestamp,
    deadline: isTimestamp,
    demonstration: isFlag,
    commitment: isHash,
  },
  expectation_graded: {
    expectation: isId,
    terms: (value) => misshapen(EXPECTATION_TERMS, objectOf(value)) === null,
    nonce: isHash,
    actual: orNull(isText),
    forecast: orNull(isText),
    surprise: orNull(oneOf(['above', 'in_line', 'below'])),
    outcome: orNull(isFlag),
  },
}
const EXPECTATION_TERMS: Shape = {
  indicator: isText,
  deadline: isTimestamp,
  direction: oneOf(['above', 'in_line', 'below']),
  probability: isShortest,
}

/** The entries of an idea. They belong to no signal. */
const IDEAS: { readonly [kind: string]: Shape } = {
  idea_published: {
    idea: isId,
    number: isPlace,
    author: isId,
    published_at: isTimestamp,
    sealed: isFlag,
    opens_at: orNull(isTimestamp),
    demonstration: isFlag,
    commitment: isHash,
    texts_commitment: isHash,
  },
  idea_opened: { idea: isId, terms: isObject, nonce: isHash },
}
/** What the author of an idea may add to it. Words are sealed, since moderation may remove them. */
export const IDEA_SAYINGS: { readonly [kind: string]: Shape } = {
  note: { commitment: isHash },
  close_asked: {},
  cancel_asked: {},
}

/** The entry of a moderation measure, or of its reversal. It belongs to no signal. */
const MODERATED: Shape = {
  number: isPlace,
  act: oneOf(['taken', 'reversed']),
  of: orNull(isPlace),
  measure: oneOf(['mask', 'hide', 'refuse', 'warn', 'mute', 'ban', 'close']),
  words: orNull(oneOf(['mask', 'hide', 'refuse'])),
  ground: (value) => Array.isArray(value) && value.length > 0 && value.every(words(200)),
  automation: oneOf(['detection', 'none']),
  role: oneOf(['analyst', 'admin']),
  people: (value) => value === 1 || value === 2,
  commitment: orNull(isHash),
}

/** The entry of an erratum. It belongs to no signal, since its figure may be of many. */
const ERRATUM: Shape = {
  figure: (value) => misshapen(FIGURE, objectOf(value)) === null,
  text_sha256: isHash,
  made_by: oneOf(['analyst', 'admin']),
}
const FIGURE: Shape = {
  kind: oneOf(['performance', 'signal', 'statement', 'expectation', 'idea', 'score', 'forecast']),
  'name?': words(60),
  'number?': isPlace,
}

/** The terms of a statement. */
export const TERMS: Shape = {
  symbol: isText,
  price: oneOf(['bid']),
  condition: isObject,
  probability: isShortest,
  reference: isDecimal,
  reference_source: isText,
  reference_at: isTimestamp,
}

/** The shape of a condition; null for an unknown kind. */
export function CONDITION(kind: Json | undefined): Shape | null {
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return null
  const { levels, sided } = KINDS[kind as StatementKind]
  return {
    kind: isText,
    ...(sided && { side: oneOf(SIDES) }),
    ...Object.fromEntries(levels.map((level) => [level, isDecimal])),
  }
}

/** Events in the clear. Each of them belongs to a signal. */
const EVENTS = ['entered', 'target_reached', 'stop_moved', 'close_asked', 'cancel_asked', 'note', 'graded']

/** The shape of an entry's data; null for an unknown kind. `free` says whether the entry's signal is free. */
export function shapeOf(
  { kind, signal, data }: Pick<LedgerEntry, 'kind' | 'signal' | 'data'>,
  free: boolean,
  version: number,
): Shape | null {
  if (signal === null) {
    const shape = version >= 5 && Object.hasOwn(STATEMENTS, kind) ? STATEMENTS[kind]! : null
    if (shape) return data.terms === undefined ? shape : { ...shape, ...OPENED_TERMS }
    if (version >= 6 && Object.hasOwn(DAILY, kind)) return DAILY[kind]!
    if (version >= 7 && Object.hasOwn(IDEAS, kind)) return IDEAS[kind]!
    if (version >= 7 && kind === 'moderated') return MODERATED
    if (version >= 8 && Object.hasOwn(EXPECTATIONS, kind)) return EXPECTATIONS[kind]!
    if (version >= 8 && kind === 'erratum') return ERRATUM
    if (version >= 7 && kind === 'idea_event') return ideaEvent(String(data.kind))
    return kind === 'sealed' ? { commitment: isHash } : kind === 'head' ? HEAD : null
  }
  if (!isId(signal)) return null
  if (kind === 'published') return free ? { ...PUBLISHED, ...OPENED } : PUBLISHED
  if (ENDINGS.includes(kind)) return free ? ENDING : { ...ENDING, ...OPENED, events: Array.isArray }
  return EVENTS.includes(kind) ? EVENT : null
}

const ideaEvent = (kind: string): Shape => ({
  idea: isId,
  kind: oneOf([...IDEA_EVENTS, ...ENDINGS]),
  ...(ENDINGS.includes(kind) ? ENDING : EVENT),
})
const IDEA_EVENTS = ['entered', 'target_reached', ...Object.keys(IDEA_SAYINGS)]

const HEAD: Shape = {
  day: isText,
  sequence: isPlace,
  hash: isHash,
  at: isTimestamp,
  entries: (value) => value === 0 || isPlace(value),
}

/** Events disclosed by the end of a premium signal. */
export const ENGINES_EVENT: Shape = { kind: oneOf(EVENTS), ...EVENT }
export const ANALYSTS_EVENT: Shape = { ...ENGINES_EVENT, signal: isId, nonce: isHash, sealed: isPlace }

export const LEVELS: Shape = {
  symbol: isText,
  timeframe: isText,
  expires_at: isTimestamp,
  direction: isText,
  order_type: isText,
  entry_low: isDecimal,
  entry_high: isDecimal,
  stop_loss: isDecimal,
  targets: (value) => Array.isArray(value) && value.every((one) => misshapen(TARGET, objectOf(one)) === null),
  'break_even_after?': isPlace,
  'trailing_distance?': isDecimal,
  'trailing_after?': isPlace,
}
/** Of an idea: without stop rules. */
export const IDEA_LEVELS: Shape = Object.fromEntries(
  Object.entries(LEVELS).filter(([key]) => !key.endsWith('?')),
)
export const IDEA_TERMS: Shape = {
  levels: isObject,
  probability: isShortest,
  reference_price: isDecimal,
  reference_source: isText,
  reference_at: isTimestamp,
  reference_bid: isDecimal,
  reference_ask: isDecimal,
}
const TARGET: Shape = { price: isDecimal, share: isShortest }

export const REASONS: Shape = {
  risk_percent: isShortest,
  ...Object.fromEntries(TEXTS.map((text) => [text, words(LONGEST_TEXT)])),
  ...Object.fromEntries(Object.entries(ANSWERS).map(([key, known]) => [key, oneOf(known)])),
  reference_price: orNull(isDecimal),
  reference_source: orNull(isText),
  reference_at: orNull(isTimestamp),
  'reference_bid?': isDecimal,
  'reference_ask?': isDecimal,
}

const SAID: Shape = { author: words(LONGEST_TEXT), text: words(1000) }
/** The data of each kind of analyst event. */
export const SAYINGS: { readonly [kind: string]: Shape } = {
  note: SAID,
  close_asked: SAID,
  cancel_asked: SAID,
  stop_moved: { ...SAID, reason: oneOf(['analyst']) },
  graded: { ...SAID, thesis_held: isFlag, counter_held: isFlag, grader_id: isId },
}

/** Before version 4, a demonstration recorded an analyst's stop move to the entry with the engine's reason. */
export const DEMONSTRATED_MOVE: Shape = { ...SAID, reason: oneOf(['analyst', 'break_even']) }

/** The first missing, unknown or invalid key; null if the part matches its shape. */
export function misshapen(shape: Shape, part: JsonObject | null): string | null {
  if (!part) return ''
  for (const [name, test] of Object.entries(shape)) {
    const key = name.replace('?', '')
    const value = part[key]
    if (value === undefined ? key === name : !test(value)) return key
  }
  return Object.keys(part).find((key) => !(key in shape) && !(`${key}?` in shape)) ?? null
}
