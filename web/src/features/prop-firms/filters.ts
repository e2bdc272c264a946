import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { type Challenge, type Phase, type PropFirm, rulesOn } from './prop-firm.ts'

export const LOSS_KINDS = ['static', 'end_of_day', 'intraday'] as const
/** The minimum account sizes offered as filters, in whole units. */
export const SIZES = ['25000', '50000', '100000'] as const
export const ALLOWED = ['news', 'weekend'] as const

export type Filters = {
  platform: string | null
  loss: Phase['total_loss_kind'] | null
  size: (typeof SIZES)[number] | null
  allowed: (typeof ALLOWED)[number] | null
}

export const NO_FILTERS: Filters = { platform: null, loss: null, size: null, allowed: null }

export function readFilters(search: URLSearchParams): Filters {
  return {
    platform: search.get('plateforme'),
    loss: oneOf(LOSS_KINDS, search.get('perte')),
    size: oneOf(SIZES, search.get('compte')),
    allowed: oneOf(ALLOWED, search.get('permis')),
  }
}

export const writeFilters = (search: URLSearchParams, filters: Filters): URLSearchParams =>
  withParameters(search, {
    plateforme: filters.platform,
    perte: filters.loss,
    compte: filters.size,
    permis: filters.allowed,
  })

type Filtered = Pick<PropFirm, 'platforms' | 'challenges'>

/** The challenges of a firm that pass the filters, by the rules of that day; each passes all of them by itself. */
export function matchingChallenges(
  { challenges }: Pick<PropFirm, 'challenges'>,
  { loss, size, allowed }: Filters,
  day: string,
): readonly Challenge[] {
  return challenges.filter((challenge) => {
    if (size !== null && challenge.account_size < Number(size) * 100) return false
    const phases = rulesOn(challenge, day)?.phases ?? []
    return (
      (loss === null || phases.some(({ total_loss_kind: kind }) => kind === loss)) &&
      // A restriction in one phase counts for the whole challenge.
      (allowed === null ||
        (phases.length > 0 &&
          phases.every(({ news, weekend }) => (allowed === 'news' ? news === 'allowed' : weekend))))
    )
  })
}

/** Whether the firm, and a single one of its challenges, pass all filters. */
export function matches(firm: Filtered, filters: Filters, day: string): boolean {
  const { platform, loss, size, allowed } = filters
  if (platform !== null && !firm.platforms.includes(platform)) return false
  if (loss === null && size === null && allowed === null) return true
  return matchingChallenges(firm, filters, day).length > 0
}
