import { FolderCheck } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { type Ticket, useRemoveFacts } from '../tickets.ts'
import { useFactRows } from './fact-rows.tsx'

type Props = { ticket: Ticket; side: 'member' | 'staff' }

/** What the member let us attach. They take it back whenever they want. */
export function DossierCard({ ticket, side }: Props) {
  const { t } = useTranslation('support')
  const remove = useRemoveFacts()
  const rows = useFactRows(ticket.facts)
  if (rows.length === 0) return null
  return (
    <section
      aria-label={t('dossier.title')}
      className="ml-11 max-w-155 rounded-control border border-line bg-well max-lg:ml-0"
    >
      <h4 className="flex min-h-10 items-center gap-2 py-1 pr-2 pl-3 text-13 font-medium">
        <FolderCheck size={16} strokeWidth={1.75} aria-hidden />
        {t(side === 'member' ? 'dossier.yours' : 'dossier.theirs')}
        {side === 'member' && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto"
            busy={remove.isPending}
            onClick={() => remove.mutate(ticket.id)}
          >
            {t('dossier.remove')}
          </Button>
        )}
      </h4>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-3 pb-3 text-13 sm:grid-cols-[96px_minmax(0,1fr)_96px_minmax(0,1fr)]">
        {rows.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
