import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import {
  ALLOWANCE_KINDS,
  ALLOWANCES,
  type AllowanceKind,
  type PlanAllowances,
} from '#lib/money/allowance-kinds.ts'
import { parisDay, parisDayEnd, parisMoment } from '#lib/money/paris-day.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/date/date-input.tsx'
import { DetailSection } from '#ui/figure/facts.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { moneyRefusalOf } from '../money-refusal.ts'
import { isStart, NO_START, PlanStartFields, startPrices } from './plan-start.tsx'
import { hasEveryText, PlanWords } from './plan-words.tsx'
import { type DeskPlan, type PlanChange, useCreatePlan, useSavePlan } from './plans.ts'

const whole = (text: string): number | null => (/^\d{1,6}$/.test(text) ? Number(text) : null)
const dayOf = (moment: string | null) => (moment === null ? '' : parisDay(moment))

type Amounts = Record<AllowanceKind, string>

/** Allowances as typed text; an empty field means no limit. */
const amountsOf = (allowances: PlanAllowances): Amounts =>
  Object.fromEntries(
    ALLOWANCE_KINDS.map((kind) => {
      const { [kind]: amount = ALLOWANCES[kind].otherwise } = allowances
      return [kind, amount === null ? '' : String(amount)]
    }),
  ) as Amounts

/** Parses the typed allowances; null if one of them is not a number. */
function typedAmounts(amounts: Amounts): PlanAllowances | null {
  const read = ALLOWANCE_KINDS.map(
    (kind) => [kind, amounts[kind] === '' ? null : whole(amounts[kind])] as const,
  )
  const wrong = read.some(([kind, amount]) => amount === null && amounts[kind] !== '')
  return wrong ? null : Object.fromEntries(read)
}

/** The moment for a typed day; an unchanged day keeps its stored moment to the second. */
function momentOf(day: string, moment: (day: string) => string, kept: string | null): string | null {
  if (day === '') return null
  return kept !== null && dayOf(kept) === day ? kept : moment(day)
}

/** A plan's texts in every language, its quotas, its position and its sale period. Without `plan`, creates one. */
export function PlanForm({ plan, onDone }: { plan: DeskPlan | null; onDone: () => void }) {
  const { t } = useTranslation('office-money')
  const [texts, setTexts] = useState({ name: { ...plan?.name }, pitch: { ...plan?.pitch } } as {
    name: Record<string, string>
    pitch: Record<string, string>
  })
  const [start, setStart] = useState(NO_START)
  const [quotas, setQuotas] = useState({
    months: String(plan?.export_months ?? ''),
    sort: String(plan?.sort ?? ''),
  })
  const [amounts, setAmounts] = useState(() => amountsOf(plan?.allowances ?? {}))
  const [everyLesson, setEveryLesson] = useState(plan?.every_lesson ?? true)
  const [downloads, setDownloads] = useState(plan?.downloads ?? false)
  const [from, setFrom] = useState(dayOf(plan?.sold_from ?? null))
  const [until, setUntil] = useState(dayOf(plan?.sold_until ?? null))
  const [tried, setTried] = useState(false)
  const [save, create] = [useSavePlan(), useCreatePlan()]
  const sort = whole(quotas.sort)
  const allowances = typedAmounts(amounts)
  const months = quotas.months === '' ? null : whole(quotas.months)
  const ends = from !== '' && until !== '' && until < from
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!hasEveryText(texts) || ends || !allowances || sort === null) return
    if (quotas.months !== '' && months === null) return
    const change: PlanChange = {
      name: texts.name as DeskPlan['name'],
      pitch: texts.pitch as DeskPlan['pitch'],
      every_lesson: everyLesson,
      downloads,
      allowances,
      export_months: months,
      sort,
      sold_from: momentOf(from, parisMoment, plan?.sold_from ?? null),
      // The day entered is the last one on sale.
      sold_until: momentOf(until, parisDayEnd, plan?.sold_until ?? null),
    }
    const onSuccess = () => {
      toast({ title: t(plan ? 'plans.saved' : 'plans.made') })
      onDone()
    }
    if (plan) return save.mutate({ slug: plan.slug, ...change }, { onSuccess })
    const prices = startPrices(start)
    if (!isStart(start) || prices === null) return
    create.mutate({ plan: { ...change, slug: start.slug, tier: start.tier }, prices }, { onSuccess })
  }
  const number = (key: keyof typeof quotas, label: string, hint?: string) => (
    <Field
      label={label}
      {...(hint ? { hint } : {})}
      error={
        tried && whole(quotas[key]) === null && !(key === 'months' && quotas.months === '')
          ? t('plans.numberWrong')
          : undefined
      }
    >
      <NumberInput
        value={quotas[key]}
        min="0"
        onChange={(value) => setQuotas((current) => ({ ...current, [key]: value }))}
      />
    </Field>
  )
  const error = save.error ?? create.error
  return (
    <form onSubmit={submit} noValidate>
      {!plan && (
        <PlanStartFields
          start={start}
          tried={tried}
          onChange={(next) => setStart((current) => ({ ...current, ...next }))}
        />
      )}
      <DetailSection title={t('plans.words')}>
        <PlanWords texts={texts} onChange={setTexts} tried={tried} />
      </DetailSection>
      <DetailSection title={t('plans.quotas')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {ALLOWANCE_KINDS.map((kind) => (
            <Field
              key={kind}
              label={t(`plans.allowances.${kind}`)}
              hint={t('plans.unlimitedHint')}
              error={
                tried && amounts[kind] !== '' && whole(amounts[kind]) === null
                  ? t('plans.numberWrong')
                  : undefined
              }
            >
              <NumberInput
                value={amounts[kind]}
                min="0"
                onChange={(value) => setAmounts((current) => ({ ...current, [kind]: value }))}
              />
            </Field>
          ))}
          {number('months', t('plans.export'), t('plans.exportHint'))}
          {number('sort', t('plans.sort'), t('plans.sortHint'))}
        </div>
        <Checkbox
          className="mt-4"
          checked={everyLesson}
          onCheckedChange={(checked) => setEveryLesson(checked === true)}
        >
          {t('plans.everyLesson')}
        </Checkbox>
        <Checkbox
          className="mt-3"
          checked={downloads}
          onCheckedChange={(checked) => setDownloads(checked === true)}
        >
          {t('plans.downloads')}
          <span className="block text-13 text-pretty text-muted">{t('plans.downloadsHint')}</span>
        </Checkbox>
      </DetailSection>
      <DetailSection title={t('plans.sale')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('plans.soldFrom')} hint={t('plans.soldFromHint')}>
            <DateInput value={from} onChange={setFrom} today={parisDay(new Date())} />
          </Field>
          <Field
            label={t('plans.soldUntil')}
            hint={t('plans.soldUntilHint')}
            error={ends ? t('refused.ends_too_early') : undefined}
          >
            <DateInput value={until} onChange={setUntil} today={parisDay(new Date())} />
          </Field>
        </div>
        <p className="mt-3 text-13 text-pretty text-muted">{t('plans.saleNote')}</p>
      </DetailSection>
      <div className="grid gap-3 border-t border-line px-4 py-4 md:px-6">
        {error !== null && <Notice refusal>{t(`refused.${moneyRefusalOf(error)}`)}</Notice>}
        <div>
          <Button type="submit" variant="primary" busy={save.isPending || create.isPending}>
            {t(plan ? 'plans.save' : 'plans.make')}
          </Button>
        </div>
      </div>
    </form>
  )
}
