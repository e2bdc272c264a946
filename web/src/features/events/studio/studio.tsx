import { CalendarDays, Clapperboard } from 'lucide-react'
import { z } from 'zod'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { defineStudio } from '#studio/define-studio.ts'
import { data, decimal, link, slug } from '#studio/document/fields.ts'

const Participants = lazyPart(() => import('./participants.tsx'))
const ReplayInput = lazyPart(() => import('./replay-input.tsx'))

const words = 'events-studio'
/** A minute on the clock of the event's zone. */
const localTime = () => z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)

/** Events: when on the clock of their zone, by which rule again, and for how many. Replays lie within them. */
export const EVENTS = defineStudio({
  kind: 'event',
  words,
  icon: CalendarDays,
  schema: z.object({
    kind: z.enum(['debrief', 'workshop', 'questions']),
    host: z.string().min(3).max(32),
    starts_at: localTime(),
    zone: z.string().min(3).max(64),
    minutes: z.int().min(5).max(480).meta({ unit: 'minutes' }),
    rule: z.string().max(200).nullish(),
    exceptions: z.array(z.object({ at: localTime(), moved_to: localTime().nullish() })),
    capacity: z.int().min(1).max(9999).nullish(),
    recorded: z.boolean(),
    join_url: link().nullish(),
  }),
  sections: {
    time: ['starts_at', 'zone', 'minutes', 'rule', 'exceptions'],
    seats: ['capacity', 'join_url', 'recorded'],
  },
  texts: { title: { as: 'line' } },
  Beside: Participants,
  children: { kind: 'replay', placed: ({ parent }) => ({ event: parent }) },
})

/** Replays: a recording, and the passages in it that the record can check. */
export const REPLAYS = defineStudio({
  kind: 'replay',
  words,
  icon: Clapperboard,
  schema: z.object({
    event: slug(),
    at: localTime(),
    video: data(),
    seconds: z.int().min(1).max(36_000).meta({ unit: 'seconds' }),
    passages: z.array(
      z.object({
        second: z.int().min(0).max(36_000).meta({ unit: 'seconds' }),
        symbol: z.string().regex(/^[A-Z0-9]{3,12}$/),
        price: decimal(),
      }),
    ),
  }),
  sections: { film: ['video', 'seconds', 'passages'] },
  texts: { title: { as: 'line' }, said: { as: 'items' }, transcript: { as: 'markdown' } },
  inputs: { video: ReplayInput },
})
