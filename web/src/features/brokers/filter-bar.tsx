import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { INSTRUMENT_CLASSES } from '#lib/market/instrument-classes.ts'
import { Button } from '#ui/button.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import type { Broker } from './broker.ts'
import { DEPOSITS, type Filters, NO_FILTERS, writeFilters } from './filters.ts'

type Props = { filters: Filters; brokers: readonly Broker[]; currency: string }

export function FilterBar({ filters, brokers, currency }: Props) {
  const { t } = useTranslation('brokers')
  const { t: guides } = useTranslation('guides')
  const format = useFormat()
  const [, setSearch] = useSearchParams()
  const set = (change: Partial<Filters>) =>
    setSearch((current) => writeFilters(current, { ...filters, ...change }), { replace: true })
  const named = (values: readonly string[]) =>
    [...new Set(values)].sort().map((value) => ({ value, label: value }))
  const any = guides('filters.any')
  const filtered = Object.values(filters).some((value) => value !== null)
  return (
    <div
      role="toolbar"
      aria-label={guides('filters.label')}
      className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
    >
      <ChipMenu
        label={t('filters.regulator')}
        any={any}
        value={filters.regulator}
        options={named(brokers.map(({ regulator }) => regulator))}
        onChange={(regulator) => set({ regulator })}
      />
      <ChipMenu
        label={guides('filters.platform')}
        any={any}
        value={filters.platform}
        options={named(brokers.flatMap(({ platforms }) => platforms))}
        onChange={(platform) => set({ platform })}
      />
      <ChipMenu
        label={t('filters.deposit')}
        any={any}
        value={filters.deposit}
        options={DEPOSITS.map((value) => ({
          value,
          label:
            value === '0'
              ? t('filters.noDeposit')
              : t('filters.upTo', { amount: format.moneyShort(Number(value) * 100, currency) }),
        }))}
        onChange={(deposit) => set({ deposit })}
      />
      <ChipMenu
        label={guides('filters.instrument')}
        any={any}
        value={filters.instrument}
        options={INSTRUMENT_CLASSES.map((value) => ({ value, label: guides(`classes.${value}`) }))}
        onChange={(instrument) => set({ instrument })}
      />
      {filtered && (
        <Button variant="ghost" onClick={() => set(NO_FILTERS)}>
          {guides('filters.reset')}
        </Button>
      )}
    </div>
  )
}
