import { Check, Download } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { downloadFile } from '#ui/table/table-export.ts'
import type { Contract, EndPurpose } from './contract-end.ts'

/** Confirms the end of a contract with its time, and offers the confirmation as a file; an email says the same. */
export function EndDone({ purpose, at, contract }: { purpose: EndPurpose; at: string; contract: Contract }) {
  const { t, i18n } = useTranslation('legal')
  const format = useFormat()
  const values = {
    brand: brand.name,
    at: format.dateTimeWithZone(at),
    date: format.parisLongDay(contract.ends_at),
    refund: format.money(contract.withdrawal.refund, contract.currency),
    contract: t(`end.period.${contract.period}`, {
      plan: contract.plan[i18n.language],
      amount: format.money(contract.amount, contract.currency),
    }),
  }
  const save = () =>
    downloadFile(
      `${brand.slug}-${t(`end.${purpose}.file`)}.txt`,
      `${[t(`end.${purpose}.done`, values), t('end.received', values), values.contract, t(`end.${purpose}.doneText`, values)].join('\n\n')}\n`,
      'text/plain;charset=utf-8',
    )
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <span className="grid size-10 place-items-center rounded-control bg-gain-tint text-gain">
        <Check size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div>
        <h2 className="text-20 font-semibold tracking-title">{t(`end.${purpose}.done`, values)}</h2>
        <p className="mt-1 text-16 text-pretty text-muted">
          {t('end.received', values)} {t(`end.${purpose}.doneText`, values)} {t('end.mailed')}
        </p>
      </div>
      <Button variant="outline" icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={save}>
        {t('end.save')}
      </Button>
    </div>
  )
}
