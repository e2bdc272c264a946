import { type FormEvent, useState } from 'react'
import { LANGUAGES, useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { DetailSection } from '#ui/facts.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { toast } from '#ui/toast.tsx'
import { moneyRefusalOf } from './money-refusal.ts'
import { type DeskPlan, useSavePlan } from './plans.ts'

const whole = (text: string): number | null => (/^\d{1,6}$/.test(text) ? Number(text) : null)

/** A plan's words in every language, its quotas, its place, and whether somebody new can take it. */
export function PlanForm({ plan, onDone }: { plan: DeskPlan; onDone: () => void }) {
  const { t } = useTranslation('office-money')
  const [name, setName] = useState<Record<string, string>>({ ...plan.name })
  const [pitch, setPitch] = useState<Record<string, string>>({ ...plan.pitch })
  const [quotas, setQuotas] = useState({
    ai: String(plan.ai_messages_per_day),
    copies: String(plan.copied_accounts),
    months: plan.export_months === null ? '' : String(plan.export_months),
    sort: String(plan.sort),
  })
  const [everyLesson, setEveryLesson] = useState(plan.every_lesson)
  const [onSale, setOnSale] = useState(plan.on_sale)
  const [tried, setTried] = useState(false)
  const save = useSavePlan()
  const [ai, copies, sort] = [whole(quotas.ai), whole(quotas.copies), whole(quotas.sort)]
  const months = quotas.months === '' ? null : whole(quotas.months)
  const complete = LANGUAGES.every((language) => name[language]?.trim() && pitch[language]?.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (
      !complete ||
      ai === null ||
      copies === null ||
      sort === null ||
      (quotas.months !== '' && months === null)
    )
      return
    save.mutate(
      {
        slug: plan.slug,
        name: name as DeskPlan['name'],
        pitch: pitch as DeskPlan['pitch'],
        every_lesson: everyLesson,
        ai_messages_per_day: ai,
        copied_accounts: copies,
        export_months: months,
        on_sale: onSale,
        sort,
      },
      {
        onSuccess: () => {
          toast({ title: t('plans.saved') })
          onDone()
        },
      },
    )
  }
  const missing = (text: string | undefined) => (tried && !text?.trim() ? t('plans.textMissing') : undefined)
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
  return (
    <form onSubmit={submit} noValidate>
      <DetailSection title={t('plans.words')}>
        <div className="grid gap-4">
          {LANGUAGES.map((language) => (
            <fieldset key={language} className="grid gap-3 sm:grid-cols-[1fr_2fr]">
              <legend className="mb-1 text-13 font-medium text-muted">{t(`languages.${language}`)}</legend>
              <Field label={t('plans.name')} error={missing(name[language])}>
                <Input
                  lang={language}
                  value={name[language] ?? ''}
                  maxLength={60}
                  onChange={({ target }) => setName((current) => ({ ...current, [language]: target.value }))}
                />
              </Field>
              <Field label={t('plans.pitch')} error={missing(pitch[language])}>
                <Input
                  lang={language}
                  value={pitch[language] ?? ''}
                  maxLength={120}
                  onChange={({ target }) => setPitch((current) => ({ ...current, [language]: target.value }))}
                />
              </Field>
            </fieldset>
          ))}
        </div>
      </DetailSection>
      <DetailSection title={t('plans.quotas')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {number('ai', t('plans.ai'))}
          {number('copies', t('plans.copies'))}
          {number('months', t('plans.export'), t('plans.exportHint'))}
          {number('sort', t('plans.sort'), t('plans.sortHint'))}
        </div>
        <div className="mt-4 grid gap-3">
          <Checkbox checked={everyLesson} onCheckedChange={(checked) => setEveryLesson(checked === true)}>
            {t('plans.everyLesson')}
          </Checkbox>
          <Checkbox checked={onSale} onCheckedChange={(checked) => setOnSale(checked === true)}>
            {t('plans.onSaleHint')}
          </Checkbox>
        </div>
      </DetailSection>
      <div className="grid gap-3 border-t border-line px-4 py-4 md:px-6">
        {save.error !== null && <Notice refusal>{t(`refused.${moneyRefusalOf(save.error)}`)}</Notice>}
        <div>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('plans.save')}
          </Button>
        </div>
      </div>
    </form>
  )
}
