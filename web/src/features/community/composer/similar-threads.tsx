import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { plainLine } from '#parts/conversation/member-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import { threadAddress } from '../addresses.ts'

const ASK_AFTER_MS = 400
const SHORTEST = 8
type Similar = { thread: string; title_of: string; replies: number; accepted: boolean }

/** Threads that ask what a title being typed asks: perhaps it was answered already. */
export function SimilarThreads({ title }: { title: string }) {
  const { t, i18n } = useTranslation('community')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(title.trim()), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [title])
  const { data = [] } = useQuery({
    queryKey: ['community', 'similar', i18n.language, asked],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase.rpc('similar_threads', { title: asked, language: i18n.language }).abortSignal(signal),
      ) as unknown as Similar[],
    enabled: asked.length >= SHORTEST,
    placeholderData: (before) => (asked.length >= SHORTEST ? before : undefined),
    staleTime: 60_000,
  })
  return (
    <section aria-live="polite" aria-label={t('similar.title')} className="empty:-mt-4">
      {data.length > 0 && asked.length >= SHORTEST && (
        <div className="rounded-card border border-line bg-surface p-4">
          <h2 className="mb-2 text-13 font-medium text-muted">{t('similar.title')}</h2>
          <ul className="grid gap-2">
            {data.map(({ thread, title_of, replies, accepted }) => (
              <li key={thread} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link to={threadAddress(thread)} className="min-w-0 wrap-anywhere">
                  {plainLine(title_of)}
                </Link>
                {accepted && (
                  <Badge tone="gain" icon={<Check size={12} strokeWidth={2} aria-hidden />}>
                    {t('row.solved')}
                  </Badge>
                )}
                <span className="text-13 text-muted">{t('replies', { count: replies })}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
