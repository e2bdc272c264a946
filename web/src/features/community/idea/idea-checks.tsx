import { useQuery } from '@tanstack/react-query'
import { Check, Circle, Lock, PenLine, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { entryPrice, type Levels, orderTypeAt } from 'trading/levels'
import { atr } from 'trading/market/indicators'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { ChartTimeframe } from '#lib/market/chart-timeframe.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import { barsQuery } from '#lib/market/stored-bars.ts'

type Mark = 'good' | 'warn' | 'waits'

/** What is checked before it is sealed: the levels, the order that they imply, the words. */
export function IdeaChecks({
  levels,
  symbol,
  timeframe,
  words,
  problem,
}: {
  levels: Levels | null
  symbol: string | undefined
  timeframe: ChartTimeframe
  words: string
  /** The first refusal of the levels, in words. */
  problem: string | null
}) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const quote = useQuote(symbol)
  const { data } = useQuery({ ...barsQuery(symbol ?? '', timeframe), enabled: symbol !== undefined })
  const range = data && data.bars.length > 15 ? atr(data.bars).at(-1) : undefined
  const distance = levels ? Math.abs(entryPrice(levels).minus(levels.stop_loss).toNumber()) : null
  const times = range && distance ? distance / range : null
  const implied = levels && quote ? orderTypeAt(levels, quote) : null
  return (
    <ul className="grid">
      <Row mark={problem ? 'warn' : levels ? 'good' : 'waits'} aside={t('checks.levels')}>
        {problem ??
          (levels
            ? t(times ? 'checks.stopAway' : 'checks.levelsGood', {
                times: times ? format.number(times, 1) : '',
              })
            : t('checks.levelsWait'))}
      </Row>
      <Row mark={implied ? 'good' : 'waits'} aside={t('checks.order')}>
        {implied ? t(`checks.${implied}`) : t('checks.priceWaits')}
      </Row>
      <WordsRow words={words} />
    </ul>
  )
}

const CHECK_AFTER_MS = 1200
type Verdict = { outcome: 'pass' | 'hold' | 'shield' | 'refuse' }

/** What the shield will make of the words. */
function WordsRow({ words }: { words: string }) {
  const { t } = useTranslation('ideas')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [words])
  const { data } = useQuery({
    queryKey: ['ideas', 'check', asked],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('check_text', { text: asked, kind: 'idea' }).abortSignal(signal),
      ) as unknown as Verdict,
    enabled: asked.trim() !== '',
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  })
  const outcome = asked === words && words.trim() !== '' ? data?.outcome : undefined
  return (
    <Row
      mark={outcome === undefined ? 'waits' : outcome === 'pass' ? 'good' : 'warn'}
      aside={t('checks.shield')}
    >
      <span role="status">{t(`checks.words.${outcome ?? 'waits'}`)}</span>
    </Row>
  )
}

function Row({ mark, aside, children }: { mark: Mark; aside: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-3 border-b border-line px-5 py-2.5">
      {mark === 'good' ? (
        <Check size={16} strokeWidth={2} className="mt-0.5 text-gain" aria-hidden />
      ) : mark === 'warn' ? (
        <TriangleAlert size={16} strokeWidth={1.75} className="mt-0.5 text-warn" aria-hidden />
      ) : (
        <Circle size={16} strokeWidth={1.75} className="mt-0.5 text-faint" aria-hidden />
      )}
      <span className={mark === 'waits' ? 'text-muted' : 'text-pretty'}>{children}</span>
      <span className="text-13 text-muted max-sm:hidden">{aside}</span>
    </li>
  )
}

/** What nobody can change afterwards, and what its author still can. */
export function FinalAndPossible() {
  const { t } = useTranslation('ideas')
  return (
    <div className="grid border-b border-line sm:grid-cols-2 sm:divide-x sm:divide-line">
      <List
        icon={<Lock size={16} strokeWidth={1.75} aria-hidden />}
        title={t('final.title')}
        items={[t('final.levels'), t('final.result'), t('final.words')]}
      />
      <List
        icon={<PenLine size={16} strokeWidth={1.75} aria-hidden />}
        title={t('possible.title')}
        items={[t('possible.cancel'), t('possible.close'), t('possible.note')]}
      />
    </div>
  )
}

function List({ icon, title, items }: { icon: ReactNode; title: string; items: readonly string[] }) {
  return (
    <div className="px-5 py-4">
      <h2 className="mb-3 flex items-center gap-2 font-semibold">
        {icon}
        {title}
      </h2>
      <ul className="grid gap-2">
        {items.map((item) => (
          <li key={item} className="grid grid-cols-[16px_1fr] gap-2.5 text-13 text-muted">
            <span aria-hidden className="mt-2.5 h-px w-2 bg-control" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  )
}
