import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ChipMenu } from '#ui/overlay/chip-menu.tsx'
import { ALLOWED, type Filters, LOSS_KINDS, NO_FILTERS, SIZES, writeFilters } from './filters.ts'
import type { PropFirm } from './prop-firm.ts'

type Props = { filters: Filters; firms: readonly PropFirm[]; currency: string }

export function FilterBar({ filters, firms, currency }: Props) {
  const { t } = useTranslation('prop-firms')
  const { t: guides } = useTranslation('guides')
  const format = useFormat()
  const [, setSearch] = useSearchParams()
  const set = (change: Partial<Filters>) =>
    setSearch((current) => writeFilters(current, { ...filters, ...change }), { replace: true })
  const any = guides('filters.any')
  const filtered = Object.values(filters).some((value) => value !== null)
  return (
    <div
      role="toolbar"
      aria-label={guides('filters.label')}
      className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
    >
      <ChipMenu
        label={t('filters.loss')}
        any={any}
        value={filters.loss}
        options={LOSS_KINDS.map((value) => ({ value, label: t(`loss.${value}`) }))}
        onChange={(loss) => set({ loss })}
      />
      <ChipMenu
        label={t('filters.size')}
        any={any}
        value={filters.size}
        options={SIZES.map((value) => ({
          value,
          label: t('filters.atLeast', { size: format.moneyShort(Number(value) * 100, currency) }),
        }))}
        onChange={(size) => set({ size })}
      />
      <ChipMenu
        label={t('filters.allowed')}
        any={any}
        value={filters.allowed}
        options={ALLOWED.map((value) => ({ value, label: t(`filters.${value}`) }))}
        onChange={(allowed) => set({ allowed })}
      />
      <ChipMenu
        label={guides('filters.platform')}
        any={any}
        value={filters.platform}
        options={[...new Set(firms.flatMap(({ platforms }) => platforms))]
          .sort()
          .map((value) => ({ value, label: value }))}
        onChange={(platform) => set({ platform })}
      />
      {filtered && (
        <Button variant="ghost" onClick={() => set(NO_FILTERS)}>
          {guides('filters.reset')}
        </Button>
      )}
    </div>
  )
}
