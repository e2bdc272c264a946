import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { BesideProps } from '#studio/define-studio.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Select } from '#ui/form/select.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Sessions around the present: the last of these that has begun is shown first. */
const MOST = 40
const BACK_MS = 60 * 86_400_000

const sessionsQuery = (event: string) =>
  queryOptions({
    queryKey: ['event-sessions', event],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('event_occurrences')
          .select('id,starts_at,taken,waiting')
          .eq('event', event)
          .gte('starts_at', new Date(Date.now() - BACK_MS).toISOString())
          .order('starts_at')
          .limit(MOST),
      ),
  })
const PARTICIPANTS = ['event-participants'] as const
const participantsQuery = (occurrence: string) =>
  queryOptions({
    queryKey: [...PARTICIPANTS, occurrence],
    queryFn: async () => unwrap(await supabase.rpc('event_participants', { occurrence })),
  })

/** Who has a seat at an event or waits for one, and who came: for staff. */
export default function Participants({ item }: BesideProps) {
  const { t } = useTranslation('events-studio')
  const format = useFormat()
  const { data, isLoadingError, refetch } = useQuery(sessionsQuery(item.id))
  const [chosen, setChosen] = useState<string | null>(null)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  const usual = data.findLast(({ starts_at }) => Date.parse(starts_at) <= Date.now()) ?? data[0]
  const session = data.find(({ id }) => id === chosen) ?? usual
  return (
    <section className="grid gap-3 border-t border-line px-4 pt-3.5 pb-4 md:px-5">
      <h3 className="font-semibold">{t('participants.title')}</h3>
      {session ? (
        <>
          <Select
            aria-label={t('participants.title')}
            value={session.id}
            onChange={({ target }) => setChosen(target.value)}
          >
            {data.map(({ id, starts_at, taken, waiting }) => (
              <option key={id} value={id}>
                {format.dateTime(starts_at)} · {taken + waiting}
              </option>
            ))}
          </Select>
          <Names occurrence={session.id} begun={Date.parse(session.starts_at) <= Date.now()} />
        </>
      ) : (
        <p className="text-13 text-muted">{t('participants.empty')}</p>
      )}
    </section>
  )
}

function Names({ occurrence, begun }: { occurrence: string; begun: boolean }) {
  const { t } = useTranslation('events-studio')
  const { data, isLoadingError, refetch } = useQuery(participantsQuery(occurrence))
  const correct = useWrite(
    async ({ member, attended }: { member: string; attended: boolean }) =>
      unwrap(await supabase.rpc('correct_attendance', { occurrence, member, attended })),
    [PARTICIPANTS],
  )
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  if (data.length === 0) return <p className="text-13 text-muted">{t('participants.none')}</p>
  return (
    <ul className="grid">
      {data.map(({ member, name, state, attended }) => {
        const shown = name ?? t('participants.closed')
        return (
          <li key={member} className="flex min-h-10 items-center gap-2 border-t border-line first:border-t-0">
            <span className="min-w-0 flex-1 truncate">{shown}</span>
            {state !== 'seated' ? (
              <Badge>{t(state === 'waiting' ? 'participants.waiting' : 'participants.offered')}</Badge>
            ) : (
              begun && (
                <Checkbox
                  checked={attended}
                  onCheckedChange={(checked) =>
                    correct.mutate(
                      { member, attended: checked === true },
                      { onError: () => toast({ title: t('participants.failed'), variant: 'destructive' }) },
                    )
                  }
                >
                  <span className="sr-only">{t('participants.came', { name: shown })}</span>
                </Checkbox>
              )
            )}
          </li>
        )
      })}
    </ul>
  )
}
