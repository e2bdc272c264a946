// The state of one reading: the open keyword, what was found so far, and which words each field came from.
import type { Decimal } from '../decimal.ts'
import type { SignalDraft } from '../signal.ts'
import type { Doubt, DoubtKey } from './signal-doubts.ts'
import type { Found, Scale } from './signal-found.ts'
import type { Loose } from './signal-loose.ts'
import type { NumberToken, Token } from './signal-tokens.ts'

/** What a keyword opens, until a number fills it. */
export type OpenField = 'entry' | 'stop' | 'target' | 'risk' | 'validity' | 'ratio'

const FILLED: Record<OpenField, keyof SignalDraft | null> = {
  entry: 'entry_low',
  stop: 'stop_loss',
  target: 'targets',
  risk: 'risk_percent',
  validity: 'validity_minutes',
  ratio: null,
}

export class Reading {
  readonly found: Found = {
    directions: [],
    orderType: undefined,
    beyond: undefined,
    entries: [],
    stop: undefined,
    stopToken: undefined,
    stopPips: undefined,
    targets: [],
    timeframe: undefined,
    style: undefined,
    riskPercent: undefined,
    validityMinutes: undefined,
    several: false,
    isBeside: false,
    sources: new Map(),
    deduced: new Set(),
    doubts: [],
  }
  readonly read = new Set<Token>()
  readonly tokens: readonly Token[]
  readonly scale: Scale
  /** The position of the token being read. */
  at = 0
  field: OpenField | null = null
  /** Where the field was opened. */
  opened = 0
  /** The keyword that opened the field, until a number follows. */
  keyword: Token | null = null
  index: number | null = null
  share: Decimal | undefined
  /** Named targets without a price ("TP3 open"). */
  readonly unfilled: (number | null)[] = []
  /** Whether the targets are on separate lines below their keyword. */
  isListBelow = false
  /** Whether the entry follows a word for any chart level. */
  isVagueEntry = false
  /** Whether the order type used the word "stop" ("SELL STOP"). */
  orderStop = false
  /** Whether unknown words follow the last number: a later percentage then belongs to something else. */
  strange = false
  /** The last price and its position, to expand "1.0850-60" and to join zones. */
  previous: { token: NumberToken; at: number; field: OpenField | 'loose' } | null = null
  readonly loose: Loose[] = []

  constructor(tokens: readonly Token[], scale: Scale) {
    this.tokens = tokens
    this.scale = scale
  }

  doubt(key: DoubtKey, field: Doubt['field'], others?: readonly string[]): void {
    this.found.doubts.push(others ? { key, field, others } : { key, field })
  }

  /** Marks tokens as the words that a field was read from. */
  claim(field: keyof SignalDraft, ...tokens: readonly Token[]): void {
    for (const token of tokens) this.read.add(token)
    this.found.sources.set(field, [...(this.found.sources.get(field) ?? []), ...tokens])
  }

  /** Marks a field whose value follows from the text by a rule and is not written in it. */
  deduce(field: keyof SignalDraft): void {
    this.found.deduced.add(field)
  }

  open(field: OpenField, token: Token, index: number | null): void {
    if (this.field === 'target' && this.keyword !== null) this.unfilled.push(this.index)
    this.opened = this.at
    this.field = field
    this.keyword = token
    this.index = index
  }

  awaiting(): boolean {
    return this.field !== null && this.keyword !== null
  }

  /** Ends the wait of the open keyword: the token is its value. */
  fill(token: Token): void {
    const field = this.field && FILLED[this.field]
    const words = this.keyword ? [this.keyword, token] : [token]
    if (field) this.claim(field, ...words)
    else for (const word of words) this.read.add(word)
    this.keyword = null
  }

  /** Whether no entry price was found; after one, words like "at" open no entry. */
  lacksEntry(): boolean {
    return this.found.entries.length === 0 && !this.loose.some(({ dirty }) => !dirty)
  }
}
