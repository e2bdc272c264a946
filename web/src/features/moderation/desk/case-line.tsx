import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { classNames } from '#ui/class-names.ts'
import { useCaseName } from './case-name.tsx'
import type { CaseRow } from './cases.ts'
import { HarmMark } from './harm-mark.tsx'

type Props = { about: CaseRow; current: boolean; chosen: boolean; onOpen: () => void }

/** A case in the queue: how grave, whose, for how long, where it came from, and whether everybody reads it now. */
export function CaseLine({ about, current, chosen, onOpen }: Props) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const now = useNow()
  const name = useCaseName()
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (current) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const { kind, sources, appeal, decided, opened_at, state } = about
  const origin = [
    sources.shield && t('sources.shield'),
    sources.hold && t('sources.hold'),
    sources.notices > 0 && t('sources.notices', { count: sources.notices }),
  ].filter((one) => one !== false)
  const standing =
    appeal?.outcome === null
      ? t('standing.appeal')
      : decided
        ? t(`measures.${decided.measure}`)
        : state === 'awaiting_second'
          ? t('standing.second')
          : kind === 'held'
            ? t('standing.held')
            : t(about.visible ? 'standing.visible' : 'standing.masked')
  return (
    <li className="border-b border-line">
      <button
        ref={ref}
        type="button"
        aria-current={current || undefined}
        onClick={onOpen}
        className={classNames(
          'grid w-full grid-cols-[20px_minmax(0,1fr)_auto] gap-x-2 gap-y-1.5 border-l-2 py-2.5 pr-4 pl-2 text-left -outline-offset-2 transition-colors',
          current ? 'border-text bg-raised' : 'border-transparent hover:bg-surface',
        )}
      >
        <span className="mt-1 flex">
          {chosen ? (
            <span role="img" aria-label={t('desk.chosen')} className="text-lamp-text">
              <Check size={16} strokeWidth={2.5} aria-hidden />
            </span>
          ) : (
            <HarmMark harm={about.harm} />
          )}
        </span>
        <bdi className="min-w-0 truncate font-semibold">{name(about)}</bdi>
        <span className="tabular justify-self-end text-12 text-muted">
          {format.duration(now - Date.parse(opened_at))}
        </span>
        <span className="col-start-2 col-end-4 min-w-0 truncate text-13 text-muted">
          {appeal?.outcome === null ? appeal.words : about.excerpt}
        </span>
        <span className="col-start-2 min-w-0 truncate text-12 text-muted">
          {[t(`kinds.${kind}`), ...origin].join(' · ')}
        </span>
        <span className="justify-self-end text-12 text-muted">{standing}</span>
      </button>
    </li>
  )
}
