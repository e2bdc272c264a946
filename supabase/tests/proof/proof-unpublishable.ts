import type { ProofExport } from 'trading/proof/proof-format'
import { renew } from './proof-refit.ts'

// biome-ignore lint/suspicious/noExplicitAny: a falsified part may hold anything anywhere.
type Branch = { [key: string]: any }
export type Unpublishable = { problem: string; expected?: string; change(signal: Branch): void }

/** The published, sealed and displayed parts of a signal that was never entered: no outcome contradicts changed terms. */
const levelsOf = ({ levels }: Branch): Branch => levels
const term = (expected: string, change: (levels: Branch) => void): Unpublishable => ({
  problem: 'not_publishable',
  expected,
  change: (signal) => change(levelsOf(signal)),
})
const target = (price: string, share: string) => ({ price, share })
const quoted = (bid: string, ask: string, price: string) => (signal: Branch) =>
  Object.assign(signal.reasons, { reference_bid: bid, reference_ask: ask, reference_price: price })

/**
 * Records with a signal that `publish_signal` refuses, in which every seal, row, figure, hash and head matches: the change to an
 * expired order, and the rule that it breaks.
 */
export const UNPUBLISHABLE: { [name: string]: Unpublishable } = {
  'has its stop where it should win': term('stop_on_wrong_side', (levels) => {
    levels.stop_loss = '1.08700'
  }),
  'has a target where it should lose': term('target_on_wrong_side', (levels) => {
    levels.targets[0].price = '1.08550'
  }),
  'has a second target before its first': term('targets_not_ordered', (levels) => {
    levels.targets[1].price = '1.08900'
  }),
  'has its first target under half an R': term('first_target_too_close', (levels) => {
    levels.targets[0].price = '1.08799'
  }),
  'closes a share of 1000': term('shares_not_complete', (levels) => {
    levels.targets[0].share = '1000'
  }),
  'closes 100.0001 percent in all': term('shares_not_complete', (levels) => {
    levels.targets[0].share = '50.0001'
  }),
  'closes a share of nothing': term('shares_not_complete', (levels) => {
    levels.targets = [target('1.09000', '100'), target('1.09500', '0')]
  }),
  'has six targets': term('too_many_targets', (levels) => {
    levels.targets = ['09000', '09100', '09200', '09300', '09400', '09500'].map((price, index) =>
      target(`1.${price}`, index === 0 ? '50' : '10'),
    )
  }),
  'has no target': term('missing_level', (levels) => {
    levels.targets = []
  }),
  'has its zone upside down': term('missing_level', (levels) => {
    levels.entry_low = '1.08650'
  }),
  'is of a timeframe that there is not': term('invalid_timeframe', (levels) => {
    levels.timeframe = 'M2'
  }),
  'is of an order type that there is not': term('invalid_order_type', (levels) => {
    levels.order_type = 'iceberg'
  }),
  'goes to the entry after its last target': term('invalid_break_even', (levels) => {
    levels.break_even_after = 2
  }),
  'trails without a distance': term('invalid_trailing', (levels) => {
    levels.trailing_after = 1
  }),
  'trails by less than the instrument has': term('too_many_digits', (levels) => {
    levels.trailing_distance = '0.000001'
  }),
  'waits for less than five minutes': {
    problem: 'not_publishable',
    expected: 'invalid_validity',
    change: ({ levels, published }) => {
      levels.expires_at = published.published_at.replace(':00:00.', ':04:00.')
    },
  },
  'waits for half a minute more': {
    problem: 'not_publishable',
    expected: 'invalid_validity',
    change: ({ levels }) => {
      levels.expires_at = levels.expires_at.replace(/:00\.000000Z$/, ':30.000000Z')
    },
  },
  'risks eleven percent': {
    problem: 'not_publishable',
    expected: 'invalid_risk',
    change: ({ reasons }) => {
      reasons.risk_percent = '11'
    },
  },
  'buys at a limit that the price has come to': {
    problem: 'not_publishable',
    expected: 'limit_already_there',
    change: quoted('1.08590', '1.08600', '1.08595'),
  },
  'buys past its own stop': {
    problem: 'not_publishable',
    expected: 'price_past_stop',
    change: quoted('1.08200', '1.08210', '1.08205'),
  },
  'buys on a break that is behind': {
    problem: 'not_publishable',
    expected: 'stop_already_there',
    change: ({ levels }) => {
      levels.order_type = 'stop'
    },
  },
  'buys on a break when the price is past its target': {
    problem: 'not_publishable',
    expected: 'price_past_target',
    change: (signal) => {
      signal.levels.order_type = 'stop'
      quoted('1.09000', '1.09010', '1.09005')(signal)
    },
  },
  'has a reference beside its quote': {
    problem: 'not_publishable',
    expected: '1.08655',
    change: ({ reasons }) => {
      reasons.reference_price = '1.08650'
    },
  },
  'keeps no quote when others before it did': {
    problem: 'not_publishable',
    expected: 'a bid and an ask',
    change: ({ reasons }) => {
      delete reasons.reference_bid
      delete reasons.reference_ask
    },
  },
  'has a price with another number of decimals': {
    problem: 'not_publishable',
    expected: '6 decimals',
    change: ({ levels }) => {
      levels.stop_loss = '1.082000'
    },
  },
  'has decimals of its own': {
    problem: 'not_publishable',
    expected: '5 decimals',
    change: ({ levels }) => {
      for (const one of [levels, ...levels.targets])
        for (const key of ['entry_low', 'entry_high', 'stop_loss', 'price']) if (one[key]) one[key] += '0'
    },
  },
  'says nothing of its method': {
    problem: 'malformed',
    change: ({ reasons }) => {
      reasons.method = ''
    },
  },
  'says more than there is room for': {
    problem: 'malformed',
    change: ({ reasons }) => {
      reasons.facts = 'x'.repeat(4001)
    },
  },
  'holds a level that no rule knows': {
    problem: 'malformed',
    change: ({ levels }) => {
      levels.hedge = '1.09000'
    },
  },
  'has no author': {
    problem: 'malformed',
    change: ({ published }) => {
      published.author = ''
    },
  },
  'has the number of the one before': {
    problem: 'number',
    change: ({ published }) => {
      published.number -= 1
    },
  },
  'leaves a number out': {
    problem: 'number',
    change: ({ published }) => {
      published.number += 1
    },
  },
  'enters the chain just before its ending': {
    problem: 'out_of_time',
    change: ({ entry, ending }) => {
      entry.at = ending.at
    },
  },
  'enters the chain before its own time': {
    problem: 'out_of_time',
    change: ({ entry, published }) => {
      published.published_at = entry.at.replace('00.000000Z', '01.000000Z')
    },
  },
  'ends in the chain before its last minute': {
    problem: 'out_of_time',
    change: ({ entry, ending }) => {
      ending.at = entry.at
    },
  },
}

/** A record whose expired order is changed from the start, with everything derived from it. */
export async function unpublished(proof: ProofExport, { change }: Unpublishable): Promise<ProofExport> {
  const ended = proof.entries.find(({ entry }) => entry.kind === 'expired')!.entry as Branch
  const entry = proof.entries.find((row) => row.entry.signal === ended.signal)!.entry as Branch
  const { reasons } = proof.signals.find(({ id }) => id === ended.signal) as Branch
  change({ entry, published: entry.data, ending: ended, levels: ended.data.levels, reasons })
  await renew(proof)
  return proof
}
