// One history of a ticket: what was written, staff's notes and the steps worth a line, in the order of time.
import type { Message, Note, Step, Ticket } from '../tickets.ts'

export type Entry =
  | { kind: 'message'; at: string; id: string; message: Message; first: boolean }
  | { kind: 'note'; at: string; id: string; note: Note }
  | { kind: 'step'; at: string; id: string; step: Step }

/** Steps that the messages beside them already tell. */
const UNTOLD = new Set(['opened', 'answered', 'replied', 'noted', 'resumed', 'rated'])

type Words = Pick<Ticket, 'message_list' | 'events'> & { notes?: readonly Note[] | undefined }

export function timelineOf({ message_list: messages, notes = [], events }: Words): Entry[] {
  const first = messages.find(({ role }) => role === 'staff')
  const entries: Entry[] = [
    ...messages.map(
      (message): Entry => ({
        kind: 'message',
        at: message.at,
        id: message.id,
        message,
        first: message === first,
      }),
    ),
    ...notes.map((note): Entry => ({ kind: 'note', at: note.at, id: note.id, note })),
    ...events
      .filter(({ kind }) => !UNTOLD.has(kind))
      .map((step): Entry => ({ kind: 'step', at: step.at, id: step.id, step })),
  ]
  // A message comes before the step it caused, also where both have the same moment.
  return entries.sort((one, two) => Date.parse(one.at) - Date.parse(two.at))
}
