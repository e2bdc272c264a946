import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, Download } from 'lucide-react'
import type { HeadMemory } from 'trading/proof/log/head-memory'
import { saveAs } from '#lib/browser/save-as.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { evidenceOf, forgetKeptHeads, keptHeadsQuery } from '#lib/record/kept-heads.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const icon = { size: 16, strokeWidth: 2, className: 'mt-1 shrink-0', 'aria-hidden': true } as const

/** The heads stored on this device: whether the chain still contains them all, or the first missing one and what to do. */
export default function KeptHeads() {
  const { t } = useTranslation('proof')
  const { data: memory, isLoadingError } = useQuery(keptHeadsQuery)
  // A browser that blocks storage (some private windows) has no stored heads.
  if (isLoadingError) return null
  if (!memory) return <Skeleton className="h-24" />
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="text-16 font-semibold">{t('device.title')}</h2>
      {memory.alarm ? <Alarm memory={memory} alarm={memory.alarm} /> : <AllThere {...memory} />}
    </Card>
  )
}

function AllThere({ since, extended, waiting }: HeadMemory) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  if (since === null || extended + waiting.length === 0)
    return <p className="text-pretty text-muted">{t('device.none')}</p>
  const date = format.day(new Date(since).toISOString().slice(0, 10))
  if (extended === 0) return <p className="text-pretty text-muted">{t('device.first', { date })}</p>
  return (
    <div className="grid gap-1">
      <p className="flex items-start gap-2 text-pretty text-gain">
        <Check {...icon} />
        {t('device.good', { count: extended, date })}
      </p>
      {waiting.length > 0 && (
        <p className="text-13 text-muted">{t('device.waiting', { count: waiting.length })}</p>
      )}
    </div>
  )
}

function Alarm({ memory, alarm }: { memory: HeadMemory; alarm: NonNullable<HeadMemory['alarm']> }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const cache = useQueryClient()
  const forget = async () => {
    cache.setQueryData(keptHeadsQuery.queryKey, await forgetKeptHeads())
  }
  return (
    <div role="alert" className="grid gap-3">
      <p className="flex items-start gap-2 font-medium text-pretty text-loss">
        <CircleAlert {...icon} />
        {t('device.alarm')}
      </p>
      <p className="text-pretty">
        {t(`device.problem.${alarm.problem}`)}{' '}
        <span className="tabular text-muted">{format.dateTime(new Date(alarm.at).toISOString())}</span>
      </p>
      <p className="text-pretty text-muted">{t('device.advice')}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => saveAs(evidenceOf(memory), 'vigie-kept-heads.json')}
        >
          {t('device.download')}
        </Button>
        <Button variant="ghost" onClick={() => void forget()}>
          {t('device.forget')}
        </Button>
      </div>
    </div>
  )
}
