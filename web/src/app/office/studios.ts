import { INDICATORS } from '#features/announcements/studio/studio.tsx'
import { BROKERS } from '#features/brokers/studio/studio.tsx'
import { COURSES, LESSONS, NOTIONS, QUESTIONS } from '#features/courses/studio/studios.tsx'
import { EVENTS, REPLAYS } from '#features/events/studio/studio.tsx'
import { HELP } from '#features/help/studio/studio.tsx'
import { LEGAL } from '#features/legal/studio/studio.tsx'
import { PROP_FIRMS } from '#features/prop-firms/studio/studio.tsx'
import type { Studio } from '#studio/define-studio.ts'

/** The kinds of content that staff write, in the order of their tabs. A kind's own line in the database says who may. */
export const STUDIOS: readonly Studio[] = [
  COURSES,
  LESSONS,
  QUESTIONS,
  NOTIONS,
  EVENTS,
  REPLAYS,
  INDICATORS,
  HELP,
  BROKERS,
  PROP_FIRMS,
  LEGAL,
]
