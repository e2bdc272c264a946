import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DetailSection } from '#ui/figure/facts.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import {
  FORMS,
  type Seller,
  type SellerFact,
  type SellerText,
  sellerRefusalOf,
  TEXTS,
  useSetSeller,
} from './seller.ts'

type Regime = 'one_stop_shop' | 'domestic' | 'exempt'

const textsOf = (seller: Seller) =>
  Object.fromEntries(TEXTS.map((fact) => [fact, seller[fact]])) as Record<SellerText, string>
const regimeOf = ({ vat_exempt, one_stop_shop }: Seller): Regime =>
  vat_exempt ? 'exempt' : one_stop_shop ? 'one_stop_shop' : 'domestic'

/** The seller's details. The database validates the check digits of numbers and names the detail that it refuses. */
export function SellerForm({ seller }: { seller: Seller }) {
  const { t } = useTranslation('office-money')
  const [texts, setTexts] = useState(() => textsOf(seller))
  const [capital, setCapital] = useState(seller.capital === null ? '' : String(seller.capital))
  const [regime, setRegime] = useState(() => regimeOf(seller))
  const save = useSetSeller()
  const refused = save.error === null ? null : sellerRefusalOf(save.error)
  const company = texts.form !== '' && texts.form !== 'EI' && texts.form !== 'association'
  const required: readonly SellerFact[] = [
    ...(['name', 'form', 'address', 'postcode', 'city', 'siren'] as const),
    ...(company ? (['capital', 'registration'] as const) : []),
    ...(regime === 'exempt' ? [] : (['vat_number'] as const)),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      {
        ...texts,
        capital: capital === '' ? null : Number(capital),
        vat_exempt: regime === 'exempt',
        one_stop_shop: regime === 'one_stop_shop',
      },
      {
        onSuccess: (kept) => {
          // Shows the stored form, in which numbers have no spaces.
          setTexts(textsOf(kept))
          setCapital(kept.capital === null ? '' : String(kept.capital))
          toast({ title: t('seller.saved') })
        },
      },
    )
  }
  const field = (fact: SellerFact, control: ReactNode, hint?: string) => (
    <Field
      key={fact}
      label={t(`seller.facts.${fact}`)}
      optional={required.includes(fact) ? t('seller.required') : undefined}
      {...(hint ? { hint } : {})}
      error={refused?.fact === fact ? t(`seller.refused.${refused.about}`) : undefined}
    >
      {control}
    </Field>
  )
  const text = (fact: SellerText, hint?: string, more: { type?: string; maxLength?: number } = {}) =>
    field(
      fact,
      <Input
        maxLength={160}
        {...more}
        value={texts[fact]}
        onChange={({ target }) => setTexts((current) => ({ ...current, [fact]: target.value }))}
      />,
      hint,
    )
  return (
    <form onSubmit={submit} noValidate>
      <Card>
        <DetailSection title={t('seller.parts.identity')}>
          <div className="grid gap-4 sm:grid-cols-2">
            {text('name')}
            {text('brand', t('seller.hints.brand'), { maxLength: 60 })}
            {field(
              'form',
              <Select
                value={texts.form}
                onChange={({ target }) => setTexts((current) => ({ ...current, form: target.value }))}
              >
                <option value="">{t('seller.noForm')}</option>
                {FORMS.map((form) => (
                  <option key={form} value={form}>
                    {form === 'EI' || form === 'association' ? t(`seller.forms.${form}`) : form}
                  </option>
                ))}
              </Select>,
            )}
            {company &&
              field('capital', <NumberInput value={capital} onChange={setCapital} min="1" unit="€" />)}
            <div className="sm:col-span-2">{text('address', undefined, { maxLength: 300 })}</div>
            {text('postcode', undefined, { maxLength: 16 })}
            {text('city', undefined, { maxLength: 100 })}
          </div>
        </DetailSection>
        <DetailSection title={t('seller.parts.numbers')}>
          <div className="grid gap-4 sm:grid-cols-2">
            {text('siren', t('seller.hints.siren'))}
            {text('siret', t('seller.hints.siret'))}
            {text('registration', t('seller.hints.registration'))}
            {text('vat_number', t('seller.hints.vat_number'))}
          </div>
        </DetailSection>
        <DetailSection title={t('seller.parts.vat')}>
          <RadioGroup
            label={t('seller.parts.vat')}
            cards
            value={regime}
            onChange={setRegime}
            options={(['one_stop_shop', 'domestic', 'exempt'] as const).map((value) => ({
              value,
              label: t(`seller.regimes.${value}.label`),
              note: t(`seller.regimes.${value}.note`),
            }))}
          />
        </DetailSection>
        <DetailSection title={t('seller.parts.consumers')}>
          <div className="grid gap-4 sm:grid-cols-2">
            {text('contact', undefined, { type: 'email' })}
            {text('phone', undefined, { type: 'tel', maxLength: 40 })}
            <div className="sm:col-span-2">
              {text('mediator', t('seller.hints.mediator'), { maxLength: 300 })}
            </div>
            {text('director', t('seller.hints.director'))}
            {text('host', t('seller.hints.host'), { maxLength: 300 })}
            <div className="sm:col-span-2">
              {text('status', t('seller.hints.status'), { maxLength: 300 })}
            </div>
          </div>
        </DetailSection>
        <DetailSection title={t('seller.parts.invoices')}>
          <div className="grid gap-4 sm:grid-cols-2">
            {text('prefix', t('seller.hints.prefix'), { maxLength: 6 })}
          </div>
        </DetailSection>
        <div className="grid gap-3 border-t border-line p-4 md:p-6">
          {refused && (
            <Notice refusal>
              {'about' in refused ? t(`seller.refused.${refused.about}`) : t(`refused.${refused.staff}`)}
            </Notice>
          )}
          <p className="text-13 text-pretty text-muted">{t('seller.readBy')}</p>
          <div>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {t('seller.save')}
            </Button>
          </div>
        </div>
      </Card>
    </form>
  )
}
