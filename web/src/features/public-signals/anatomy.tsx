import {
  CircleOff,
  Crosshair,
  LockKeyhole,
  LockKeyholeOpen,
  NotebookText,
  Target,
  UserRound,
  VolumeX,
} from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

const PARTS = [
  { key: 'entry', Icon: Crosshair },
  { key: 'stop', Icon: CircleOff },
  { key: 'targets', Icon: Target },
  { key: 'reasons', Icon: NotebookText },
  { key: 'author', Icon: UserRound },
] as const
const SEALS = [
  { key: 'published', Icon: LockKeyhole },
  { key: 'running', Icon: VolumeX },
  { key: 'ended', Icon: LockKeyholeOpen },
] as const

/** The content of a signal, and when each part becomes public. */
export function Anatomy({ className }: { className?: string }) {
  const { t } = useTranslation('public-signals')
  return (
    <div className={classNames('grid items-start gap-x-8 gap-y-12 lg:grid-cols-2', className)}>
      <section aria-labelledby="holds">
        <h2 id="holds" className="mb-3 text-16 font-semibold">
          {t('holds.title')}
        </h2>
        <Points
          items={PARTS.map(({ key, Icon }) => ({
            key,
            Icon,
            name: t(`holds.${key}.name`),
            text: t(`holds.${key}.text`),
          }))}
        />
      </section>
      <section aria-labelledby="sealed">
        <h2 id="sealed" className="mb-3 text-16 font-semibold">
          {t('sealed.title')}
        </h2>
        <Points
          ordered
          items={SEALS.map(({ key, Icon }) => ({
            key,
            Icon,
            name: t(`sealed.${key}.name`),
            text: t(`sealed.${key}.text`),
          }))}
        />
        <p className="mt-3 text-13 text-pretty text-muted">
          {t('sealed.how')}{' '}
          <Link to="/preuve" className="whitespace-nowrap">
            {t('sealed.proof')}
          </Link>
        </p>
      </section>
    </div>
  )
}

type Item = { key: string; Icon: typeof Target; name: string; text: string }

function Points({ items, ordered }: { items: readonly Item[]; ordered?: boolean }) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <Card>
      <List>
        {items.map(({ key, Icon, name, text }) => (
          <li
            key={key}
            className="grid grid-cols-[16px_1fr] gap-x-3 border-line p-4 not-first:border-t md:px-5"
          >
            <Icon size={16} strokeWidth={1.75} className="mt-0.5 text-muted" aria-hidden />
            <div>
              <h3 className="font-semibold">{name}</h3>
              <p className="mt-0.5 text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </List>
    </Card>
  )
}
