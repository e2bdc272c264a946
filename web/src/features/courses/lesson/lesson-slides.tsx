import type { ReactNode } from 'react'
import { Deck } from '#parts/slides/deck.tsx'
import { SpeakerNotes } from '#parts/slides/speaker-notes.tsx'
import { lessonAddress } from '../addresses.ts'
import type { Course, Lesson } from '../course.ts'
import { useStay } from './use-stay.ts'

type Props = {
  course: Course
  lesson: Lesson
  deck: string
  title: string
  language: string | undefined
  place: number
  /** Set in the window of the speaker notes. */
  notesChannel: string | null
  onPlace: (place: number, of: number) => void
  /** The slide at which the reader has stayed for a moment. */
  onStay: (place: number) => void
  beside: ReactNode
}

export default function LessonSlides(props: Props) {
  const { course, lesson, deck, title, language, place, notesChannel, onPlace, onStay, beside } = props
  const come = useStay(onStay)
  if (notesChannel !== null)
    return <SpeakerNotes markdown={deck} title={title} language={language} channel={notesChannel} />
  const address = lessonAddress(course.slug, lesson.slug, 'slides')
  return (
    <Deck
      markdown={deck}
      title={title}
      language={language}
      place={place}
      onPlace={(at, of) => {
        onPlace(at, of)
        come(at)
      }}
      addressOf={(at) => `${location.origin}${address}#${at}`}
      notesAddress={(channel) => `${address}&vue=notes&fenetre=${channel}`}
      beside={beside}
    />
  )
}
