import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { countriesIn, likelyCountry } from '#lib/language/countries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type BillingDetails, type MoneyRefusal, taxRatesQuery } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'

type Props = {
  details: BillingDetails
  onChange: (details: BillingDetails) => void
  refusal?: MoneyRefusal | null
  /** Whether the number has the format of that country; null while unknown. */
  numberFits?: boolean | null | undefined
}

/**
 * The addressee of invoices. A business gives its tax number and must give its address; for everybody else the address is
 * optional.
 */
export function BillingFields({ details, onChange, refusal, numberFits }: Props) {
  const { t, i18n } = useTranslation('payment')
  const format = useFormat()
  const rates = useQuery(taxRatesQuery)
  const filled = Boolean(details.address || details.postcode || details.city || details.vat_number)
  const [more, setMore] = useState(filled)
  const countries = useMemo(
    () =>
      countriesIn(i18n.language, [likelyCountry(navigator.languages)]).map(({ code, name }) => {
        const rate = rates.data?.get(code)
        const tax = rate ? format.percent(rate / 100, Number.isInteger(rate) ? 0 : 1) : t('billing.noTax')
        return { value: code, label: rates.data ? `${name}, ${tax}` : name, keywords: [code] }
      }),
    [i18n.language, rates.data, format, t],
  )
  const business = Boolean(details.vat_number?.trim())
  /** The parts of an address: required for a business, optional on anybody else's invoice. */
  const part = (name: 'address' | 'postcode' | 'city') => ({
    label: t(`billing.${name}`),
    ...(business ? {} : { optional: t('billing.optional') }),
    error:
      refusal === 'address_required' && details[name].trim() === '' ? t('billing.addressMissing') : undefined,
  })
  const field = (name: Exclude<keyof BillingDetails, 'country'>, autoComplete: string) => ({
    name,
    autoComplete,
    value: details[name] ?? '',
    onChange: (event: { target: { value: string } }) => onChange({ ...details, [name]: event.target.value }),
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Field
          label={t('billing.name')}
          error={refusal === 'name_missing' ? t('refusals.name_missing') : undefined}
        >
          <Input {...field('name', 'billing name')} maxLength={160} />
        </Field>
        <Field label={t('billing.country')}>
          <Combobox
            value={details.country}
            choices={countries}
            onChange={(country) => onChange({ ...details, country })}
          />
        </Field>
      </div>
      {more ? (
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
          <Field
            className="sm:col-span-2"
            label={t('billing.vatNumber')}
            optional={t('billing.optional')}
            hint={t(numberFits === false ? 'billing.vatUnfit' : 'billing.vatNote')}
            error={refusal === 'vat_number_wrong' ? t('refusals.vat_number_wrong') : undefined}
          >
            <Input {...field('vat_number', 'off')} maxLength={20} />
          </Field>
          <Field className="sm:col-span-2" {...part('address')}>
            <Input {...field('address', 'billing street-address')} maxLength={300} required={business} />
          </Field>
          <Field {...part('postcode')}>
            <Input {...field('postcode', 'billing postal-code')} maxLength={16} required={business} />
          </Field>
          <Field {...part('city')}>
            <Input {...field('city', 'billing address-level2')} maxLength={100} required={business} />
          </Field>
        </div>
      ) : (
        <div>
          <Button
            size="sm"
            variant="ghost"
            className="-ml-2 h-auto! max-w-full text-left whitespace-normal!"
            onClick={() => setMore(true)}
          >
            {t('billing.more')}
          </Button>
        </div>
      )}
    </div>
  )
}
