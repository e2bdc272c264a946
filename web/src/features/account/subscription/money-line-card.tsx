import { useQuery } from '@tanstack/react-query'
import {
  ArrowUpRight,
  CircleDashed,
  CircleSlash2,
  CircleUserRound,
  CreditCard,
  Download,
  FileCheck2,
  type LucideIcon,
  ReceiptText,
  Repeat,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { hundredths, useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import type { PaymentMethod } from '#lib/money/money.ts'
import type { Period } from '#lib/money/plan.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Timeline, type TimelineItem } from '#ui/figure/timeline.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { writeCsv } from '#ui/table/csv.ts'
import { downloadCsv } from '#ui/table/table-export.ts'
import { methodName } from '../security/method-name.ts'
import { LineActions } from './line-actions.tsx'
import { type LineKind, lineKind } from './money-line.ts'
import { type MoneyLine, moneyLineQuery } from './subscription-queries.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
const ICONS: Readonly<Partial<Record<LineKind, LucideIcon>>> = {
  payment_succeeded: CreditCard,
  payment_failed: TriangleAlert,
  past_due: TriangleAlert,
  terms_accepted: FileCheck2,
  risk_warning: FileCheck2,
  newsletter: FileCheck2,
  account_created: CircleUserRound,
  cancel_requested: CircleSlash2,
  expired: CircleSlash2,
  withdrawn: Undo2,
  refund_asked: Undo2,
  refund_succeeded: Undo2,
  refund_failed: TriangleAlert,
  renewed: Repeat,
  resumed: Repeat,
  invoice_issued: ReceiptText,
  credit_note_issued: ReceiptText,
}

/** All money matters on one timeline: upcoming ones above today, past ones below; also as a file. */
export function MoneyLineCard() {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const format = useFormat()
  const now = useNow()
  const lines = useQuery(moneyLineQuery)
  const say = useLineWords()
  const rows = lines.data ?? []
  const item = (line: MoneyLine, place: number): TimelineItem => {
    const Icon = line.to_come ? CircleDashed : (ICONS[lineKind(line)] ?? ArrowUpRight)
    const { title, text } = say(line)
    return {
      key: `${line.kind} ${line.at} ${place}`,
      icon: <Icon {...icon} />,
      title: line.to_come ? <span className="text-muted">{title}</span> : title,
      time:
        line.amount === null ? null : (
          <span className="text-14 font-semibold text-text">
            {format.money(line.amount, line.currency ?? 'EUR')}
          </span>
        ),
      children: (
        <>
          <span className="flex justify-between gap-3">
            <span className="min-w-0 text-pretty">{text}</span>
            <time dateTime={line.at} className="tabular whitespace-nowrap">
              {format.parisDay(line.at)}
            </time>
          </span>
          <LineActions line={line} />
        </>
      ),
    }
  }
  const today: TimelineItem = {
    key: 'today',
    icon: <span className="size-2 rounded-pill bg-lamp-edge" />,
    title: <span className="text-13">{t('contract.today', { date: format.parisDay(now) })}</span>,
    time: null,
    current: true,
  }
  const save = () =>
    downloadCsv(
      t('contract.file'),
      writeCsv(
        [
          ['date', 'what', 'detail', 'amount', 'currency'].map((name) =>
            t(`contract.columns.${name as 'date'}`),
          ),
          ...rows.map((line) => {
            const { title, text } = say(line)
            return [
              line.at,
              title,
              text,
              line.amount === null ? null : { decimal: hundredths(line.amount) },
              line.currency,
            ]
          }),
        ],
        language,
      ),
    )
  return (
    <Card className="p-4 md:p-6">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="font-semibold">{t('plan.line')}</h2>
        {rows.length > 0 ? (
          <Button size="sm" variant="ghost" icon={<Download {...icon} />} onClick={save}>
            {t('contract.export')}
          </Button>
        ) : null}
      </div>
      {lines.isLoadingError ? (
        <ErrorState onRetry={() => void lines.refetch()} />
      ) : lines.isPending ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        <Timeline
          items={[
            ...rows.filter(({ to_come }) => to_come).map(item),
            today,
            ...rows.filter(({ to_come }) => !to_come).map(item),
          ]}
        />
      )}
    </Card>
  )
}

/** The words of a line: its title, and details in a few words. */
function useLineWords(): (line: MoneyLine) => { title: string; text: string } {
  const { t, i18n } = useTranslation('account')
  const { t: money } = useTranslation('payment')
  const format = useFormat()
  const plans = useQuery(plansOnSale)
  return (line) => {
    const kind = lineKind(line)
    const { details } = line
    const amount = (value: unknown) =>
      typeof value === 'number' ? format.money(value, line.currency ?? 'EUR') : format.dash
    const slug = typeof details.plan === 'string' ? details.plan : null
    const name = slug && (plans.data?.find((plan) => plan.slug === slug)?.name[i18n.language] ?? slug)
    const values = {
      plan: name
        ? money(`facts.item.${(details.period as Period | undefined) ?? 'month'}`, { plan: name })
        : '',
      net: amount(details.net),
      tax: amount(details.tax),
      method: methodName((details.method as PaymentMethod | null | undefined) ?? null, money),
      version: String(details.terms_version ?? details.version ?? ''),
      reference: String(details.reference ?? ''),
      number: String(details.number ?? ''),
      time: format.time(line.at),
    }
    return {
      title: t(`contract.lines.${kind}.title`, values),
      text: t(`contract.lines.${kind}.text`, values),
    }
  }
}
