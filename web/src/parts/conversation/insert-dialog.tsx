import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { ChartTimeframe } from '#lib/market/chart-timeframe.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { recordAddress } from './post-address.ts'
import { RecentSignals } from './recent-signals.tsx'
import { RecordFigure } from './record-figure.tsx'

const SnapshotChart = lazyPart(() => import('./snapshot-chart.tsx'))

const TIMEFRAMES = ['M15', 'H1', 'H4', 'D1'] as const satisfies readonly ChartTimeframe[]
const PERIODS = ['30', '90', '365'] as const
/** Every instrument, in the figures of the record. */
const ALL = 'all'

type Props = {
  kind: 'chart' | 'figure' | 'signal'
  symbol: string | null
  keepPicture: (file: Blob, words: string) => Promise<string | null>
  onInsert: (markdown: string) => void
  onClose: () => void
}

/** Chooses what a post shows of our own data: a picture of a chart now, a figure of the record, a signal. */
export default function InsertDialog({ kind, symbol: given, keepPicture, onInsert, onClose }: Props) {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const { data: instruments = [] } = useQuery(instrumentsQuery)
  const [chosen, setSymbol] = useState(given)
  const [timeframe, setTimeframe] = useState<(typeof TIMEFRAMES)[number]>('H1')
  const [days, setDays] = useState<(typeof PERIODS)[number]>('90')
  const [signal, setSignal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const picture = useRef<(() => HTMLCanvasElement | null) | null>(null)
  const symbol = chosen ?? (kind === 'chart' ? (instruments[0]?.symbol ?? null) : null)
  const instrument = instruments.find((one) => one.symbol === symbol)

  const insertChart = async () => {
    const canvas = picture.current?.()
    if (!canvas || !instrument) return
    setBusy(true)
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    const words = `${instrument.name} ${timeframe}, ${format.dateTimeWithZone(Date.now())}`
    const kept = file && (await keepPicture(file, words))
    setBusy(false)
    if (kept) onInsert(`\n[${kept}](/signaux?instrument=${instrument.symbol})\n`)
  }
  const insert = () => {
    if (kind === 'chart') void insertChart()
    else if (kind === 'figure')
      onInsert(
        `\n[${t('composer.dayCount', { count: Number(days) })}](${recordAddress(Number(days), symbol)})\n`,
      )
    else if (signal) onInsert(`\n/signaux?signal=${signal}\n`)
  }
  return (
    <FormDialog
      title={t(`composer.${kind}`)}
      description={
        kind === 'signal' ? undefined : t(kind === 'chart' ? 'composer.chartNote' : 'composer.figureNote')
      }
      submit={t('composer.insert')}
      cancel={t('composer.cancel')}
      busy={busy}
      incomplete={kind === 'chart' ? !instrument : kind === 'signal' && signal === null}
      onSubmit={insert}
      onClose={onClose}
    >
      {kind === 'signal' ? (
        <RecentSignals chosen={signal} onChoose={setSignal} />
      ) : (
        <Field label={t('composer.instrument')}>
          <Combobox
            value={symbol ?? ALL}
            onChange={(value) => setSymbol(value === ALL ? null : value)}
            choices={[
              ...(kind === 'figure' ? [{ value: ALL, label: t('composer.allInstruments') }] : []),
              ...instruments.map((one) => ({ value: one.symbol, label: one.name, keywords: [one.symbol] })),
            ]}
          />
        </Field>
      )}
      {kind === 'chart' && (
        <>
          <Segmented
            block
            label={t('composer.timeframe')}
            value={timeframe}
            onChange={setTimeframe}
            options={TIMEFRAMES.map((value) => ({ value, label: value }))}
          />
          {instrument && (
            <SnapshotChart
              key={`${instrument.symbol} ${timeframe}`}
              instrument={instrument}
              timeframe={timeframe}
              picture={picture}
            />
          )}
        </>
      )}
      {kind === 'figure' && (
        <>
          <Segmented
            block
            label={t('composer.days')}
            value={days}
            onChange={setDays}
            options={PERIODS.map((value) => ({
              value,
              label: t('composer.dayCount', { count: Number(value) }),
            }))}
          />
          <RecordFigure days={Number(days)} symbol={symbol} />
        </>
      )}
    </FormDialog>
  )
}
