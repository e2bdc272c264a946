import { CalendarCheck2, CalendarClock, GraduationCap, type LucideIcon, UsersRound } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { Link } from '#lib/router-link.tsx'
import { Block } from './block.tsx'

const ROWS = [
  { key: 'release', icon: CalendarClock, to: '/annonces' },
  { key: 'test', icon: CalendarCheck2, to: '/test-journalier' },
  { key: 'lesson', icon: GraduationCap, to: '/formations' },
  { key: 'event', icon: UsersRound, to: '/communaute' },
] as const satisfies readonly { key: string; icon: LucideIcon; to: string }[]

/** What the day holds. None of it is stored yet: each line says what it will tell. */
export function TodayCard() {
  const { t } = useTranslation('dashboard')
  return (
    <Block title={t('today.title')}>
      <ul className="divide-y divide-line">
        {ROWS.map(({ key, icon: Icon, to }) => (
          <li key={key}>
            <Link
              to={to}
              className="flex gap-3 px-4 py-3 transition-colors hover:bg-raised focus-visible:-outline-offset-2"
            >
              <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" aria-hidden />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(`today.${key}.name`)}</span>
                <span className="block text-13 text-pretty text-muted">{t(`today.${key}.none`)}</span>
              </span>
              <span className="text-muted" aria-hidden>
                —
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Block>
  )
}
