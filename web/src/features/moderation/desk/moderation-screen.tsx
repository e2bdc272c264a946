import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'
import { CaseColumn } from './case-column.tsx'
import { CASES, caseQuery, queueQuery, VIEWS } from './cases.ts'
import type { Part } from './chosen-text.ts'
import { DecidedColumn } from './decided-column.tsx'
import { DecisionColumn } from './decision-column.tsx'
import { QueueColumn } from './queue-column.tsx'

const ESCAPE = 'Escape'
const NONE: ReadonlySet<string> = new Set()

/** The moderators' desk: the queue, a case, the decision. On a narrow screen the list leads to the case, its decision below it. */
export default function ModerationScreen() {
  const { t } = useTranslation('moderation')
  const [search, setSearch] = useSearchParams()
  const client = useQueryClient()
  const wide = useWide()
  const [chosen, setChosen] = useState(NONE)
  // What is masked in a case: chosen in its words, decided beside them.
  const [masked, setMasked] = useState<{ of: string; parts: readonly Part[] | null } | null>(null)
  const view = VIEWS.find((one) => one === search.get('vue')) ?? 'open'
  const queue = useQuery(queueQuery(view))
  const rows = queue.data
  const asked = search.get('dossier')
  const open = asked ?? (wide ? (rows?.[0]?.id ?? null) : null)
  const file = useQuery({ ...caseQuery(open ?? ''), enabled: open !== null })
  const refresh = () => void client.invalidateQueries({ queryKey: CASES })
  useTopic('staff:moderation', { case: refresh }, refresh)
  const show = (id: string | null) =>
    setSearch(
      (current) => {
        if (id) current.set('dossier', id)
        else current.delete('dossier')
        return current
      },
      { replace: wide },
    )
  const step = (by: 1 | -1) => {
    const at = rows?.findIndex(({ id }) => id === open) ?? -1
    const next = rows?.[at === -1 ? 0 : at + by]
    if (next) show(next.id)
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    s: () => {
      if (open === null || view !== 'open') return
      const next = new Set(chosen)
      if (!next.delete(open)) next.add(open)
      setChosen(next)
    },
    [ESCAPE]: () => (chosen.size > 0 ? setChosen(NONE) : false),
  })
  const about = file.data
  const parts = masked && masked.of === about?.id ? masked.parts : null
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[300px_minmax(0,1fr)] xl:grid-cols-[344px_minmax(0,1fr)_384px]">
      <QueueColumn
        className={asked ? 'hidden lg:flex' : 'flex'}
        view={view}
        rows={rows}
        failed={queue.isLoadingError}
        onRetry={() => void queue.refetch()}
        open={open}
        chosen={chosen}
        onOpen={show}
        onView={(next) => {
          setChosen(NONE)
          setSearch(() => new URLSearchParams(next === 'open' ? {} : { vue: next }), { replace: true })
        }}
      />
      <section
        aria-label={t('desk.case')}
        className={classNames(
          'min-w-0',
          !asked && 'max-lg:hidden',
          'max-xl:row-start-1 lg:max-xl:col-start-2',
        )}
      >
        {file.isLoadingError ? (
          <ErrorState className="m-5" onRetry={() => void file.refetch()} />
        ) : about ? (
          <CaseColumn
            key={about.id}
            about={about}
            parts={parts}
            onChoose={
              about.kind === 'post' && about.state === 'open'
                ? (next) => setMasked({ of: about.id, parts: next })
                : null
            }
            onBack={() => show(null)}
          />
        ) : (
          open && <Skeleton className="m-5 h-80" />
        )}
      </section>
      <aside
        aria-label={t('desk.decision')}
        className={classNames(
          'min-w-0 border-line max-xl:border-t xl:border-l',
          !asked && 'max-lg:hidden',
          'lg:max-xl:col-start-2',
        )}
      >
        {chosen.size > 0 && (
          <p role="status" className="border-b border-line bg-raised px-5 py-3 text-13">
            {t('desk.chosenCount', { count: chosen.size })}
          </p>
        )}
        {about &&
          (about.state === 'open' ? (
            <DecisionColumn
              key={about.id}
              about={about}
              parts={chosen.size > 0 ? null : parts}
              chosen={chosen}
              held={[...chosen].every((id) => rows?.find((row) => row.id === id)?.kind === 'held')}
              onDone={() => setChosen(NONE)}
            />
          ) : (
            <DecidedColumn key={about.id} about={about} />
          ))}
      </aside>
    </div>
  )
}
