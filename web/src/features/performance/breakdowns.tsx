import { TriangleAlert } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { type Key, useTranslation } from '#lib/language/i18n.ts'
import { interval } from '#lib/record/interval.ts'
import { Card } from '#ui/card.tsx'
import { Chip } from '#ui/chip.tsx'
import { classNames } from '#ui/class-names.ts'
import { FILTER_NAMES, type FilterName, writeFilters } from './filters.ts'
import { useNaming } from './naming.ts'
import type { Part } from './queries.ts'

/** The record by one dimension; a part's name filters the whole screen by it. */
export function Breakdowns({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('performance')
  const [search, setSearch] = useSearchParams()
  const by = oneOf(FILTER_NAMES, search.get('par')) ?? 'symbol'
  const shown = parts
    .filter(({ dimension }) => dimension === by)
    .toSorted((one, other) =>
      by === 'weekday' ? Number(one.value) - Number(other.value) : other.resolved - one.resolved,
    )
  const few = shown.filter(({ sample }) => sample === 'insufficient').length
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3">
        <h2 className="text-16 font-semibold">{t('breakdown.title')}</h2>
        <div
          role="toolbar"
          aria-label={t('breakdown.by')}
          className="-mx-4 flex max-w-[calc(100%+32px)] gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
        >
          {FILTER_NAMES.map((dimension) => (
            <Chip
              key={dimension}
              selected={dimension === by}
              onClick={() =>
                setSearch(
                  (current) => withParameters(current, { par: dimension === 'symbol' ? null : dimension }),
                  { replace: true },
                )
              }
            >
              {t(`dimension.${dimension}`)}
            </Chip>
          ))}
        </div>
      </div>
      <div className="overflow-x-auto">
        <PartTable parts={shown} by={by} />
      </div>
      {few > 0 && (
        <p className="flex gap-2 border-t border-line px-4 py-3 text-12 text-pretty text-muted">
          <TriangleAlert size={16} strokeWidth={1.75} className="shrink-0 text-warn" aria-hidden />
          {few === shown.length ? t('breakdown.allFew') : t('breakdown.someFew', { count: few })}
        </p>
      )}
    </Card>
  )
}

type Head = { name: Key<'performance'>; look: string; unseen?: true }

const HEADS: readonly Head[] = [
  { name: 'breakdown.count', look: '' },
  { name: 'figure.winRate.name', look: 'max-sm:hidden' },
  { name: 'breakdown.at95', look: 'font-normal! max-lg:hidden' },
  { name: 'figure.expectancy.name', look: '' },
  { name: 'breakdown.at95', look: 'font-normal! max-md:hidden' },
  { name: 'breakdown.bar', look: 'w-1/5 max-lg:hidden', unseen: true },
  { name: 'figure.total.name', look: 'px-4' },
]

function PartTable({ parts, by }: { parts: readonly Part[]; by: FilterName }) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const [search] = useSearchParams()
  const name = useNaming(parts)
  const strongest = Math.max(0.01, ...parts.map((part) => Math.abs(Number(part.expectancy_r))))
  const number = 'tabular px-3 py-2.5 text-right whitespace-nowrap'
  return (
    <table className="w-full text-14">
      <caption className="sr-only">{t('breakdown.caption', { dimension: t(`dimension.${by}`) })}</caption>
      <thead>
        <tr className="border-b border-line text-13 text-muted *:font-medium">
          <th scope="col" className="px-4 py-2 text-left">
            {t(`dimension.${by}`)}
          </th>
          {HEADS.map(({ name, look, unseen }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns have one name, and the order is fixed
            <th key={place} scope="col" className={classNames('px-3 py-2 text-right', look)}>
              <span className={unseen ? 'sr-only' : undefined}>{t(name)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {parts.map((part) => (
          <tr key={part.value} className="transition-colors hover:bg-raised">
            <th scope="row" className="px-4 py-2.5 text-left font-semibold first-letter:uppercase">
              <Link
                to={`?${writeFilters(search, { [by]: part.value })}`}
                className="relative underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-2.5 hover:underline"
              >
                {name(by, part.value)}
              </Link>
            </th>
            <td className={classNames(number, 'text-muted')}>
              {format.number(part.resolved)}
              {part.sample === 'insufficient' && <span className="sr-only">{t('breakdown.few')}</span>}
            </td>
            <td className={classNames(number, 'max-sm:hidden')}>{format.percent(part.win_rate)}</td>
            <td className={classNames(number, 'text-13 text-muted max-lg:hidden')}>
              {interval(part.resolved, part.win_rate_low)
                ? t('breakdown.band', {
                    low: format.percent(part.win_rate_low),
                    high: format.percent(part.win_rate_high),
                  })
                : format.dash}
            </td>
            <td className={classNames(number, 'font-semibold')}>{format.r(part.expectancy_r)}</td>
            <td className={classNames(number, 'text-13 text-muted max-md:hidden')}>
              {interval(part.resolved, part.expectancy_half_width_r)
                ? `±\u00a0${format.r(part.expectancy_half_width_r).replace('+', '')}`
                : format.dash}
            </td>
            <td className="px-3 max-lg:hidden">
              <ExpectancyBar share={Number(part.expectancy_r) / strongest} />
            </td>
            <td className={classNames(number, 'pr-4!')}>{format.r(part.total_r, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Losses to the left of the middle, gains to the right; the figure is beside it. */
function ExpectancyBar({ share }: { share: number }) {
  const width = `${(Math.min(1, Math.abs(share)) * 50).toFixed(1)}%`
  return (
    <span aria-hidden className="relative block h-2 min-w-24">
      <i className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
      <i
        className={classNames(
          'absolute inset-y-0 rounded-[2px]',
          share >= 0 ? 'left-1/2 bg-gain-mark' : 'right-1/2 bg-loss-mark',
        )}
        style={{ width }}
      />
    </span>
  )
}
