import { Bitcoin, CreditCard, FileText, Repeat } from 'lucide-react'
import { useState } from 'react'
import { countryName } from '#lib/language/countries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type BillingDetails, moneyRefusal, type Subscription } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { MethodDialog } from '../security/method-dialog.tsx'
import { brandName, methodName } from '../security/method-name.ts'
import { SettingRow } from '../setting-row.tsx'
import { BillingDialog } from './billing-dialog.tsx'
import { RenewalDialog } from './renewal-dialog.tsx'
import { type OwnSubscription, portalAddress, useResume } from './subscription-queries.ts'

type Props = { contract: Subscription; billing: BillingDetails | null; tax: OwnSubscription['tax'] }

/** The payment method, whether the contract renews, and the addressee of invoices. */
export function ContractSettings({ contract, billing, tax }: Props) {
  const { t } = useTranslation('account')
  const { t: money, i18n } = useTranslation('payment')
  const format = useFormat()
  const resume = useResume()
  const [open, setOpen] = useState<'method' | 'billing' | 'renewal' | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [refusal, setRefusal] = useState<ReturnType<typeof moneyRefusal> | null>(null)
  const { method } = contract
  const renews = contract.means === 'card' && contract.state !== 'canceled'
  const until = format.parisLongDay(contract.paid_until ?? contract.current_period_end)
  const changeMethod = async () => {
    if (contract.provider === 'sandbox') return setOpen('method')
    setLeaving(true)
    setRefusal(null)
    try {
      const address = await portalAddress()
      if (address) location.assign(address)
      else setRefusal('failed')
    } catch (error) {
      setRefusal(moneyRefusal(error))
    } finally {
      setLeaving(false)
    }
  }
  const turn = (on: boolean) => {
    if (on) resume.mutate(undefined, { onSuccess: () => toast({ title: t('contract.resumed') }) })
    else setOpen('renewal')
  }
  const why = refusal ?? (resume.isError ? moneyRefusal(resume.error) : null)
  return (
    <Card className="divide-y divide-line overflow-hidden">
      {why ? (
        <div className="p-4">
          <Notice refusal>{money(`refusals.${why}`)}</Notice>
        </div>
      ) : null}
      {contract.means === 'card' ? (
        <SettingRow
          icon={CreditCard}
          title={
            method
              ? t('contract.endingIn', { brand: brandName(method), last4: method.last4 })
              : t('billing.method')
          }
          action={
            <Button
              variant="outline"
              busy={leaving}
              aria-label={t('editNamed', { name: t('billing.method') })}
              onClick={() => void changeMethod()}
            >
              {t('edit')}
            </Button>
          }
        >
          {method?.expires
            ? `${t('contract.expires', { month: monthOf(method.expires, i18n.language) })} `
            : null}
          {contract.provider === 'sandbox' ? t('contract.testCard') : null}
        </SettingRow>
      ) : (
        <SettingRow icon={Bitcoin} title={methodName(method, money)}>
          {t('contract.cryptoNote')}
        </SettingRow>
      )}
      {contract.means === 'card' ? (
        <SettingRow
          icon={Repeat}
          title={t('billing.renewal')}
          action={
            <span className="flex items-center gap-3">
              <span className="text-13 font-medium" aria-hidden>
                {t(renews ? 'billing.on' : 'billing.off')}
              </span>
              <Switch
                checked={renews}
                disabled={resume.isPending}
                aria-label={t('billing.renewal')}
                onCheckedChange={turn}
              />
            </span>
          }
        >
          {t(renews ? 'contract.renewsNote' : 'contract.endsNote', { date: until })}
        </SettingRow>
      ) : null}
      <SettingRow
        icon={FileText}
        title={money('billing.title')}
        action={
          <Button
            variant="outline"
            aria-label={t('editNamed', { name: money('billing.title') })}
            onClick={() => setOpen('billing')}
          >
            {t('edit')}
          </Button>
        }
      >
        {billing
          ? [
              [
                billing.name,
                billing.address,
                `${billing.postcode} ${billing.city}`.trim(),
                countryName(billing.country, i18n.language),
              ]
                .filter(Boolean)
                .join(', '),
              tax && tax.treatment !== 'domestic' && tax.treatment !== 'one_stop_shop'
                ? money(`summary.untaxed.${tax.treatment}`)
                : tax &&
                  money('summary.tax', {
                    rate: format.percent(tax.rate / 100, Number.isInteger(tax.rate) ? 0 : 1),
                  }),
            ]
              .filter(Boolean)
              .join('. ')
          : t('contract.noBilling')}
      </SettingRow>
      {open === 'method' ? (
        <MethodDialog pastDue={contract.state === 'past_due'} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'billing' ? <BillingDialog details={billing} onClose={() => setOpen(null)} /> : null}
      {open === 'renewal' ? <RenewalDialog until={until} onClose={() => setOpen(null)} /> : null}
    </Card>
  )
}

/** `août 2028` for `2028-08`. */
const monthOf = (month: string, language: string) =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(new Date(`${month}-15T12:00`))
