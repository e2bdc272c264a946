import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import type { CourseLevel } from '../course.ts'

export type LevelState = 'done' | 'half' | 'now' | 'to-come'

const NODES: Readonly<Record<LevelState, string>> = {
  done: 'bg-inverse',
  half: 'border-2 border-control bg-linear-to-r from-control from-50% to-transparent to-50%',
  now: 'bg-lamp-edge ring-3 ring-lamp-tint',
  'to-come': 'border-2 border-control',
}

/** A level above its courses, as a node on the line of all levels. */
export function LevelHeading({
  level,
  state,
  last,
}: {
  level: CourseLevel
  state: LevelState
  last: boolean
}) {
  const { t } = useTranslation('courses')
  return (
    <h2
      className={classNames(
        'flex min-h-10 items-center gap-2.5 text-14 font-semibold after:h-px after:flex-1 after:bg-line-strong max-xl:after:hidden',
        last ? 'after:invisible' : 'after:-mr-6',
      )}
    >
      <i aria-hidden className={classNames('size-3 shrink-0 rounded-pill', NODES[state])} />
      <span>{t(`level.${level}`)}</span>
      <span className="truncate font-normal text-muted">
        {state === 'now' ? t('level.here') : level === 'beginner' ? t('level.first') : ''}
      </span>
    </h2>
  )
}
