import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import type { Part } from '../course.ts'
import { notesQuery, useAddNote, useRemoveNote } from '../queries.ts'
import { usePlaceName } from '../use-place-name.ts'

const LONGEST = 4000

/** One's own notes on a part of a lesson; each remembers the slide or the second. */
export function LessonNotes({ lesson, part, place }: { lesson: string; part: Part; place: number }) {
  const { t } = useTranslation('courses')
  // Another lesson may be in the page, out of sight.
  const titleId = useId()
  const placeName = usePlaceName()
  const { data: notes } = useQuery(notesQuery)
  const add = useAddNote()
  const remove = useRemoveNote()
  const [body, setBody] = useState('')
  const own = (notes ?? [])
    .filter((note) => note.lesson === lesson && note.part === part)
    .sort((one, other) => one.place - other.place)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body.trim() === '') return
    add.mutate(
      { lesson, part, place, body: body.trim() },
      {
        onSuccess: () => setBody(''),
        // What was typed stays.
        onError: () => void toast({ title: t('note.failed'), variant: 'destructive' }),
      },
    )
  }
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h3 id={titleId} className="mb-2 text-14 font-semibold">
        {t('note.title')}
      </h3>
      <ul className="grid gap-2">
        {own.map((note) => (
          <li
            key={note.id}
            className="rounded-card border border-line p-3 aria-[current]:border-line-strong"
            aria-current={note.place === place && place > 0 ? 'true' : undefined}
          >
            <div className="mb-1 flex items-center justify-between">
              <Badge>{placeName(note.part, note.place)}</Badge>
              <Button
                variant="ghost"
                size="sm"
                iconOnly
                aria-label={t('note.remove')}
                icon={<Trash2 size={14} strokeWidth={1.75} aria-hidden />}
                onClick={() => remove.mutate(note.id)}
              />
            </div>
            <p className="whitespace-pre-line text-pretty text-muted wrap-anywhere">{note.body}</p>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className="mt-2 grid gap-2">
        <Textarea
          aria-label={t('note.label', { place: placeName(part, place) })}
          placeholder={t('note.label', { place: placeName(part, place) })}
          value={body}
          maxLength={LONGEST}
          onChange={({ target }) => setBody(target.value)}
        />
        {body.trim() !== '' && (
          <Button type="submit" busy={add.isPending} className="justify-self-start">
            {t('note.add')}
          </Button>
        )}
      </form>
    </section>
  )
}
