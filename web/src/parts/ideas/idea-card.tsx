import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Hourglass, Lock } from 'lucide-react'
import { Suspense } from 'react'
import { DirectionBadge } from '#charts/direction-badge.tsx'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { directionOf, hasEnded, type Idea, isOpened, type OpenedIdea } from '#lib/ideas/idea.ts'
import { IDEAS, ideaOfThreadQuery } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { Errata } from '#parts/report-error/errata.tsx'
import { ReportError } from '#parts/report-error/report-error.tsx'
import { Badge } from '#ui/badge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { IdeaActions } from './idea-actions.tsx'
import { IdeaCourse } from './idea-course.tsx'
import { IdeaFigures } from './idea-figures.tsx'
import { IdeaResult } from './idea-result.tsx'
import { IdeaSeal } from './idea-seal.tsx'
import { IdeaWords } from './idea-words.tsx'

const IdeaChart = lazyPart(() => import('./idea-chart.tsx'))

/** The idea of a thread: sealed, drawn, decided and explained; nothing for a thread without one. */
export function IdeaCard({ thread }: { thread: string }) {
  const cache = useQueryClient()
  const { data: idea } = useQuery(ideaOfThreadQuery(thread))
  useTopic(`thread:${thread}`, { idea: () => void cache.invalidateQueries({ queryKey: IDEAS }) })
  if (idea === undefined) return <Skeleton className="h-125" />
  if (idea === null) return null
  return (
    <div data-idea={idea.id}>
      <article className="overflow-hidden rounded-card border border-line bg-bg">
        {isOpened(idea) ? <Opened idea={idea} /> : <Sealed idea={idea} />}
      </article>
      <Stays idea={idea} />
    </div>
  )
}

function Opened({ idea }: { idea: OpenedIdea<Idea> }) {
  const { t } = useTranslation('ideas')
  const { data: instruments } = useQuery(instrumentsQuery)
  const { levels } = idea.terms.terms
  const figure = { kind: 'idea', number: idea.number } as const
  const instrument = instruments?.find(({ symbol }) => symbol === levels.symbol)
  if (!instrument) return <Skeleton className="h-125" />
  return (
    <>
      <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <DirectionBadge direction={directionOf(idea)} />
        <h3 className="text-20 font-semibold">{instrument.name}</h3>
        <span className="text-muted">{levels.timeframe}</span>
        <Badge tone="line">{t('ofMember')}</Badge>
        {!idea.opening && <Badge tone="warn">{t('sealed.badge')}</Badge>}
        {idea.demonstration && <Badge tone="line">{t('demonstration')}</Badge>}
        <span className="ml-auto">
          <IdeaResult idea={idea} large />
        </span>
      </header>
      <IdeaSeal idea={idea} />
      <Suspense fallback={<Skeleton className="h-75 md:h-85" />}>
        <IdeaChart idea={idea} instrument={instrument} />
      </Suspense>
      <IdeaFigures idea={idea} instrument={instrument} />
      <IdeaActions idea={idea} />
      <div className="grid border-t border-line md:grid-cols-2 md:divide-x md:divide-line">
        <IdeaCourse idea={idea} digits={instrument.digits} />
        <IdeaWords idea={idea} />
      </div>
      <div className="grid justify-items-start gap-1 border-t border-line px-4 py-3 empty:hidden">
        <Errata figure={figure} />
        {hasEnded(idea) && <ReportError figure={figure} />}
      </div>
    </>
  )
}

/** Under escrow: who, when, until when, and the seal. */
function Sealed({ idea }: { idea: Idea }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  return (
    <>
      <header className="flex min-h-14 flex-wrap items-center gap-3 px-4 py-2">
        <Hourglass size={16} strokeWidth={1.75} className="text-muted" aria-hidden />
        <h3 className="text-20 font-semibold">{t('title.sealed', { number: format.number(idea.number) })}</h3>
        <Badge tone="line">{t('ofMember')}</Badge>
      </header>
      <IdeaSeal idea={idea} />
      <div className="border-t border-line bg-well px-4 py-6">
        <div aria-hidden className="hatched h-2 rounded-[4px] opacity-40" />
        <p className="mt-4 max-w-160 text-pretty">
          {idea.opens_at
            ? t('sealed.until', { time: format.dateTimeWithZone(idea.opens_at) })
            : t('sealed.untilSignal')}
        </p>
        <p className="mt-1 max-w-160 text-13 text-pretty text-muted">{t('sealed.meaning')}</p>
      </div>
      <IdeaActions idea={idea} />
    </>
  )
}

function Stays({ idea }: { idea: Idea }) {
  const { t } = useTranslation('ideas')
  return (
    <p className="mt-2 flex items-center gap-2 text-13 text-muted">
      <Lock size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />
      {t(idea.texts || !isOpened(idea) ? 'stays' : 'wordsRemoved')}
    </p>
  )
}
