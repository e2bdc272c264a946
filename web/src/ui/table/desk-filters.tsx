import { useCallback, useMemo } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import type { ResourceFilter } from '#lib/data/resource.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Chip } from '#ui/chip.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'

type Choice = { value: string; label: string }
/** A filter of a back-office list: its parameter in the address, and the resource filter that it sets. */
export type DeskFilter = {
  /** The parameter's name in the address. */
  at: string
  /** The filter's name in the resource. */
  asks: string
  label: string
  /** Maps the value to the resource's, where they differ. */
  ask?: (value: string) => string
} & (
  | { kind: 'words' }
  | { kind: 'menu'; options: readonly Choice[]; any?: string }
  /** All choices are visible; `initial`: the one that holds where the address names none. */
  | { kind: 'chips'; options: readonly Choice[]; initial?: string }
)

/** Changes the given parameters of the address and keeps the others. */
export function useSetParameters() {
  const [, setSearch] = useSearchParams()
  return useCallback(
    (changes: Record<string, string | null>) =>
      setSearch((current) => withParameters(current, changes), { replace: true }),
    [setSearch],
  )
}

const chosenIn = (filter: DeskFilter, search: URLSearchParams) =>
  filter.kind === 'words'
    ? search.get(filter.at)
    : oneOf(
        filter.options.map(({ value }) => value),
        search.get(filter.at),
      )

/** The resource filter that these filters set, from the address. */
export function useDeskFilter(filters: readonly DeskFilter[]): ResourceFilter {
  const [search] = useSearchParams()
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const value = chosenIn(filter, search)
      if (!value) return []
      return [[filter.asks, filter.ask?.(value) ?? value]]
    }),
  )
}

export function DeskFilters({ filters }: { filters: readonly DeskFilter[] }) {
  return filters.map((filter) => <OneFilter key={filter.at} filter={filter} />)
}

function OneFilter({ filter }: { filter: DeskFilter }) {
  const { t } = useTranslation('office')
  const [search] = useSearchParams()
  const set = useSetParameters()
  const { at, label } = filter
  const value = useMemo(() => chosenIn(filter, search), [filter, search])
  const onWords = useCallback((words: string) => set({ [at]: words.trim() || null }), [set, at])
  if (filter.kind === 'words')
    return <SearchField label={label} value={value ?? ''} onChange={onWords} className="w-full sm:w-80" />
  if (filter.kind === 'chips')
    return filter.options.map((option) => (
      <Chip
        key={option.value}
        selected={(value ?? filter.initial) === option.value}
        onClick={() =>
          set({ [at]: value === option.value || option.value === filter.initial ? null : option.value })
        }
      >
        {option.label}
      </Chip>
    ))
  return (
    <ChipMenu
      label={label}
      any={filter.any ?? t('any')}
      value={value}
      options={filter.options}
      onChange={(next) => set({ [at]: next })}
    />
  )
}
