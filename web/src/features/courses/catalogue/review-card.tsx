import { useQuery } from '@tanstack/react-query'
import { Repeat2 } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { textsIn } from '#lib/content/published-content.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { coursesQuery, dueQuery } from '../queries.ts'

/** As many as fit beside the lesson to resume. */
const MOST = 3

/** What is due to be seen again, by notion; nothing when nothing is. */
export function ReviewCard() {
  const { t, i18n } = useTranslation('courses')
  const { data } = useQuery(dueQuery)
  const { data: learning } = useQuery(coursesQuery)
  if (!data || data.due === 0) return null
  const notions = [...new Set(data.cards.flatMap(({ asked }) => asked.notion ?? []))].slice(0, MOST)
  return (
    <Card className="flex flex-col gap-3 p-4 md:p-5 xl:w-80">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">{t('review-due.title')}</h2>
        <span className="text-13 whitespace-nowrap text-muted">
          {t('review-due.count', { count: data.due })}
        </span>
      </div>
      <ul className="grid gap-2 text-13 max-md:hidden">
        {notions.map((notion) => (
          <li key={notion}>
            {textsIn(learning?.notions[notion] ?? {}, i18n.language).texts.title ?? notion}
          </li>
        ))}
      </ul>
      <Button asChild className="mt-auto self-start">
        <Link to="/test-journalier?onglet=revisions">
          <Repeat2 size={16} strokeWidth={1.75} aria-hidden />
          {t('review-due.go')}
        </Link>
      </Button>
    </Card>
  )
}
