import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Facts } from '../tickets.ts'

/** The attached facts as names and values; only those that are there. */
export function useFactRows(facts: Facts | null): { name: string; value: ReactNode }[] {
  const { t } = useTranslation('support')
  const format = useFormat()
  if (!facts) return []
  const { plan, invoice, signal, browser, screen, errors } = facts
  const rows: [string, ReactNode][] = []
  if (plan)
    rows.push([t('dossier.plan'), plan.period ? t(`dossier.${plan.period}`) : t(`dossier.${plan.tier}`)])
  if (invoice)
    rows.push([t('dossier.invoice'), `${invoice.number}, ${format.money(invoice.total, invoice.currency)}`])
  if (signal)
    rows.push([
      t('dossier.signal'),
      <Link key="signal" to={`/signaux?signal=${signal.id}`} className="underline underline-offset-3">
        {t('dossier.number', { number: signal.number })}
      </Link>,
    ])
  if (browser) rows.push([t('dossier.browser'), browser])
  if (screen) rows.push([t('dossier.screen'), screen])
  if (errors?.length)
    rows.push([
      t('dossier.code'),
      <code key="code" className="font-mono">
        {errors.map(({ code }) => code).join(', ')}
      </code>,
    ])
  return rows.map(([name, value]) => ({ name, value }))
}
