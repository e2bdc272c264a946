import { useMemo } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Ticket } from '../tickets.ts'
import { DossierCard } from './dossier-card.tsx'
import { ErratumCard } from './erratum-card.tsx'
import { ProofCard } from './proof-card.tsx'
import { StepLine } from './step-line.tsx'
import { TicketMessage, TicketNote } from './ticket-message.tsx'
import { timelineOf } from './timeline.ts'

type Props = {
  ticket: Ticket
  /** Whose side reads it. */
  side: 'member' | 'staff'
}

/** The one history of a ticket. What the member attached follows their first message. */
export function History({ ticket, side }: Props) {
  const { t } = useTranslation('support')
  const entries = useMemo(() => timelineOf(ticket), [ticket])
  const opening = entries.find(({ kind }) => kind === 'message')?.id
  const address = (id: string) => `${side === 'staff' ? '/admin/support' : '/support'}?demande=${id}`
  return (
    <ol aria-label={t('history')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {entries.map((entry) => (
        <li key={entry.id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {entry.kind === 'message' ? (
            <TicketMessage
              message={entry.message}
              ticket={ticket}
              marksStaff={side === 'member'}
              first={entry.first}
            />
          ) : entry.kind === 'note' ? (
            <TicketNote note={entry.note} />
          ) : (
            <StepLine step={entry.step} side={side} address={address} />
          )}
          {entry.id === opening && ticket.proof && <ProofCard proof={ticket.proof} />}
          {entry.id === opening && <DossierCard ticket={ticket} side={side} />}
        </li>
      ))}
      {ticket.errata.map((erratum) => (
        <li key={String(erratum.id)}>
          <ErratumCard erratum={erratum} />
        </li>
      ))}
    </ol>
  )
}
