import type { ProofExport } from 'trading/proof/proof-format'
import { type Record, renew } from './proof-refit.ts'

// biome-ignore lint/suspicious/noExplicitAny: a falsified part may hold anything anywhere.
type Branch = { [key: string]: any }
type Statement = {
  stated: Branch
  resolved: Branch
  entries: { stated: Branch; resolved: Branch }
  terms: Branch
}

export type Misstated = {
  problem: string
  expected?: string
  /** The statement concerned, by its condition; by default the first touch. */
  of?: string
  /** Changed from the start, with every seal, row, score, hash and head recomputed. */
  change?(statement: Statement, proof: ProofExport): void
  /** Changed in the displayed result only. */
  show?(proof: ProofExport): void
}

const unstatable = (
  expected: string,
  change: (terms: Branch, statement: Statement) => void,
  of?: string,
): Misstated => ({
  problem: 'not_publishable',
  expected,
  ...(of && { of }),
  change: (statement) => change(statement.terms, statement),
})
const later = (time: string, minutes: number) =>
  `${new Date(Date.parse(time) + minutes * 60_000).toISOString().slice(0, -1)}000Z`
const score = (proof: ProofExport, change: (row: Branch) => void) => change((proof.scores as Branch).rows[0])
const row = (proof: ProofExport, state: string) =>
  proof.statements!.find((one) => one.state === state) as Branch

/** Records of statements that make_statement() refuses, with a false outcome, or with false scores. */
export const MISSTATED: { [name: string]: Misstated } = {
  'was certain': unstatable('invalid_probability', (terms) => Object.assign(terms, { probability: '1' })),
  'was certain of the opposite': unstatable('invalid_probability', (terms) =>
    Object.assign(terms, { probability: '0' }),
  ),
  'was sure to five decimals': unstatable('invalid_probability', (terms) =>
    Object.assign(terms, { probability: '0.70001' }),
  ),
  'touched what price had touched': unstatable('already_decided', (terms) => {
    terms.condition.level = terms.reference
  }),
  'could not be met': unstatable('level_out_of_reach', (terms) =>
    Object.assign(terms.condition, { level: '8.85550' }),
  ),
  'stays within nothing': unstatable(
    'band_is_empty',
    (terms) => Object.assign(terms.condition, { low: '0.88700', high: '0.88200' }),
    'between',
  ),
  'stays where price was not': unstatable(
    'already_decided',
    (terms) => Object.assign(terms.condition, { low: '0.88450' }),
    'between',
  ),
  'races on one side': unstatable(
    'levels_on_one_side',
    (terms) => Object.assign(terms.condition, { other: '0.88700' }),
    'first',
  ),
  'has a level off the grid': unstatable('too_many_digits', (terms) =>
    Object.assign(terms.condition, { level: '0.885551' }),
  ),
  'has decimals of its own': unstatable('5 decimals', (terms) =>
    Object.assign(terms.condition, { level: '0.885550' }),
  ),
  'knew a price of later': {
    problem: 'not_publishable',
    change: ({ terms, stated }) => Object.assign(terms, { reference_at: later(stated.made_at, 1) }),
  },
  'ends within a minute': unstatable('invalid_deadline', (_terms, { stated }) => {
    stated.deadline = stated.deadline.replace(':00.000000Z', ':30.000000Z')
  }),
  'ends before it begins': unstatable('deadline_passed', (_terms, { stated }) => {
    stated.deadline = later(stated.made_at, -5)
  }),
  'ends at once': unstatable('deadline_too_close', (_terms, { stated }) => {
    stated.deadline = later(stated.made_at, 4)
  }),
  'ends in two months': unstatable('deadline_too_far', (_terms, { stated }) => {
    stated.deadline = later(stated.made_at, 60 * 1440)
  }),
  'claims what no rule knows': {
    problem: 'malformed',
    change: ({ terms }) => Object.assign(terms, { hedge: 'x' }),
  },
  'claims in a way that there is not': {
    problem: 'not_publishable',
    change: ({ terms }) => Object.assign(terms.condition, { kind: 'moon' }),
  },
  'counts another price': {
    problem: 'malformed',
    change: ({ terms }) => Object.assign(terms, { price: 'ask' }),
  },
  'is an analyst’s without a name': {
    problem: 'malformed',
    change: ({ stated }) => Object.assign(stated, { author: null }),
  },
  'names a member': {
    problem: 'malformed',
    change: ({ stated }) => Object.assign(stated, { author_kind: 'member' }),
  },
  'has the number of another': {
    problem: 'number',
    change: ({ stated }) => Object.assign(stated, { number: stated.number + 1 }),
  },
  'entered the chain after its deadline': {
    problem: 'out_of_time',
    change: ({ entries, resolved: _, stated }) => {
      stated.made_at = later(entries.stated.at, -10)
    },
  },
  'was decided before its deadline': {
    problem: 'out_of_time',
    change: ({ entries, stated }) => {
      stated.deadline = later(entries.resolved.at, 1)
    },
  },
  'came true although it did not': {
    problem: 'not_by_the_rules',
    of: 'first',
    change: ({ resolved }) => Object.assign(resolved, { outcome: true }),
  },
  'did not come true although it did': {
    problem: 'not_by_the_rules',
    change: ({ resolved }) => Object.assign(resolved, { outcome: false }),
  },
  'was certain sooner than it was': {
    problem: 'not_by_the_rules',
    change: ({ resolved }) => Object.assign(resolved, { at: later(resolved.at, -1) }),
  },
  'counts for nothing although it had a price': {
    problem: 'not_by_the_rules',
    change: ({ resolved }) => Object.assign(resolved, { outcome: null, candle: null, at: resolved.at }),
  },
  'rests on a quiet minute': {
    problem: 'not_by_the_rules',
    change: ({ resolved }) => Object.assign(resolved.candle, { high: '0.88460' }),
  },
  'rests on a candle from before it was made': {
    problem: 'no_candle',
    change: ({ resolved }) => {
      resolved.candle.opened_at = `${later(`${resolved.candle.opened_at}`, -600).slice(0, -4)}Z`
    },
  },
  'rests on a candle with more in it': {
    problem: 'not_by_the_rules',
    change: ({ resolved }) => Object.assign(resolved.candle, { volume: '1' }),
  },
  'leaves out minutes that it lived': {
    problem: 'malformed',
    change: ({ resolved }) => Object.assign(resolved, { minutes: [] }),
  },
  'was resolved and never opened': {
    problem: 'not_opened',
    change: ({ resolved }) => {
      delete resolved.terms
      delete resolved.nonce
    },
  },
  'happened without being made': {
    problem: 'never_published',
    change: ({ resolved }) => Object.assign(resolved, { statement: '00000000-0000-4000-8000-000000000000' }),
  },
  'is shown otherwise than it was sealed': {
    problem: 'differs',
    show: (proof) => Object.assign(row(proof, 'resolved').terms, { probability: '0.99' }),
  },
  'is shown open while it is sealed': {
    problem: 'differs',
    show: (proof) => Object.assign(row(proof, 'sealed'), { state: 'open' }),
  },
  'is not shown': { problem: 'missing', show: (proof) => void proof.statements!.shift() },
  'is shown twice': {
    problem: 'shown_twice',
    show: (proof) => void proof.statements!.push(proof.statements![0]!),
  },
  'is shown and was never made': {
    problem: 'not_in_ledger',
    show: (proof) =>
      void proof.statements!.push({ ...proof.statements![0]!, id: '00000000-0000-4000-8000-000000000000' }),
  },
  'is counted twice': {
    problem: 'differs',
    show: (proof) => score(proof, (one) => Object.assign(one, { n: one.n + 1 })),
  },
  'scores better than it did': {
    problem: 'differs',
    show: (proof) => score(proof, (one) => Object.assign(one, { brier: '0.0100' })),
  },
  'makes chance look worse': {
    problem: 'differs',
    show: (proof) => score(proof, (one) => Object.assign(one.chance, { hits: one.chance.hits + 1 })),
  },
  'beats chance by more than it does': {
    problem: 'differs',
    show: (proof) => score(proof, (one) => Object.assign(one, { skill: '0.9000' })),
  },
  'counts in the month of its decision': {
    problem: 'differs',
    show: (proof) => score(proof, (one) => Object.assign(one, { cohort: '2020-01' })),
  },
  'is left out of the scores': {
    problem: 'differs',
    show: (proof) => void ((proof.scores as Branch).rows as unknown[]).shift(),
  },
  'is scored as of another time': {
    problem: 'malformed',
    show: (proof) =>
      Object.assign(proof.scores as Branch, { as_of: Number((proof.scores as Branch).as_of) - 20 }),
  },
}

/** A record with one false statement, either from the start or only as displayed. */
export async function misstated(
  { proof, minutes }: Record,
  { of = 'touch', change, show }: Misstated,
): Promise<ProofExport> {
  const entries = proof.entries.map(({ entry }) => entry as Branch)
  const resolutions = entries.filter(({ kind }) => kind === 'resolved')
  const opened = entries.find(
    ({ data }) =>
      data.terms?.condition.kind === of && resolutions.some((one) => one.data.statement === data.statement),
  )!
  const own = entries.filter(({ data }) => data.statement === opened.data.statement)
  const [stated, resolved] = [own[0]!, own.at(-1)!]
  const { terms } = opened.data
  change?.({ stated: stated.data, resolved: resolved.data, entries: { stated, resolved }, terms }, proof)
  await renew(proof, [], undefined, minutes)
  // Copy it, because displayed rows share objects with the chain.
  const shown = JSON.parse(JSON.stringify(proof)) as ProofExport
  show?.(shown)
  return shown
}
