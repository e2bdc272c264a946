import { useTranslation } from '#lib/language/i18n.ts'
import { minorUnits } from '#lib/money/minor-units.ts'
import { brand } from '#lib/site/brand.ts'
import { DetailSection } from '#ui/figure/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import type { DeskPlan } from './plans.ts'

/** Values set once, when a plan is created: later prices are added separately, the slug and the tier never change. */
export type PlanStart = { slug: string; tier: DeskPlan['tier']; month: string; year: string }
export const NO_START: PlanStart = { slug: '', tier: 'premium', month: '', year: '' }

const isSlug = (text: string) => /^[a-z][a-z0-9-]{1,31}$/.test(text)

/** The first prices in minor units; null if one is invalid or none is given. */
export function startPrices({ tier, month, year }: PlanStart) {
  if (tier === 'freemium') return []
  const prices = [
    { period: 'month' as const, amount: minorUnits(month), typed: month !== '' },
    { period: 'year' as const, amount: minorUnits(year), typed: year !== '' },
  ].filter(({ typed }) => typed)
  if (prices.length === 0) return null
  const right = prices.flatMap(({ period, amount }) =>
    amount !== null && amount >= 100 ? [{ period, amount, currency: brand.currency }] : [],
  )
  return right.length === prices.length ? right : null
}

export const isStart = (start: PlanStart): boolean => isSlug(start.slug) && startPrices(start) !== null

export function PlanStartFields({
  start,
  onChange,
  tried,
}: {
  start: PlanStart
  onChange: (change: Partial<PlanStart>) => void
  tried: boolean
}) {
  const { t } = useTranslation('office-money')
  const priceError = tried && startPrices(start) === null ? t('refused.price_missing') : undefined
  return (
    <DetailSection title={t('plans.start')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('plans.slug')}
          hint={t('plans.slugHint')}
          error={tried && !isSlug(start.slug) ? t('refused.slug_wrong') : undefined}
        >
          <Input
            value={start.slug}
            maxLength={32}
            spellCheck={false}
            autoCapitalize="none"
            onChange={({ target }) => onChange({ slug: target.value.toLowerCase() })}
          />
        </Field>
        <Field label={t('plans.tier')}>
          <Segmented
            label={t('plans.tier')}
            value={start.tier}
            onChange={(tier) => onChange({ tier })}
            options={(['premium', 'freemium'] as const).map((value) => ({
              value,
              label: t(`plans.tiers.${value}`),
            }))}
            block
          />
        </Field>
        {start.tier === 'premium' &&
          (['month', 'year'] as const).map((period) => (
            <Field
              key={period}
              label={t(`plans.priceOf.${period}`)}
              hint={t('plans.priceHint')}
              error={priceError}
            >
              <NumberInput
                value={start[period]}
                onChange={(value) => onChange({ [period]: value })}
                digits={2}
                min="1"
                unit={brand.currency}
              />
            </Field>
          ))}
      </div>
    </DetailSection>
  )
}
