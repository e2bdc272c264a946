import { CalendarCheck2, type LucideIcon, MessagesSquare, NotebookPen } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Block } from '../block.tsx'

const BLOCKS: readonly { key: 'streak' | 'threads' | 'record'; Icon: LucideIcon }[] = [
  { key: 'streak', Icon: CalendarCheck2 },
  { key: 'threads', Icon: MessagesSquare },
  { key: 'record', Icon: NotebookPen },
]

/** What a new member does not have yet, and when it comes. */
export function StillEmpty() {
  const { t } = useTranslation('dashboard')
  return (
    <Block bare title={t('steps.empty.title')} note={t('steps.empty.why')}>
      <dl className="divide-y divide-line">
        {BLOCKS.map(({ key, Icon }) => (
          <div key={key} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 py-2.5">
            <Icon size={16} strokeWidth={1.75} className="mt-0.5 text-muted" aria-hidden />
            <dt className="font-medium">{t(`steps.empty.${key}`)}</dt>
            <dd className="col-start-2 text-13 text-pretty text-muted">{t(`steps.empty.${key}Text`)}</dd>
          </div>
        ))}
      </dl>
    </Block>
  )
}
