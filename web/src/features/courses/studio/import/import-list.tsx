import type { Problem } from 'content/files'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import type { PlannedItem } from './import-plan.ts'

const KINDS = ['new', 'changed', 'same', 'kept'] as const

/** What an import will write, and what does not fit in the files, each problem with its file and line. */
export function ImportList({
  plan,
  problems,
}: {
  plan: readonly PlannedItem[]
  problems: readonly Problem[]
}) {
  const { t } = useTranslation('courses-studio')
  const shown = plan.filter(({ is }) => is === 'new' || is === 'changed')
  const counts = KINDS.map((is) => ({ is, count: plan.filter((item) => item.is === is).length }))
  return (
    <>
      <p role="status" className="font-medium">
        {plan.length === 0
          ? t('import.none')
          : counts
              .filter(({ count }) => count > 0)
              .map(({ is, count }) => t(`import.count.${is}`, { count }))
              .join(' · ')}
      </p>
      {problems.length > 0 && (
        <section aria-label={t('import.problems', { count: problems.length })} className="grid gap-2">
          <h3 className="flex items-center gap-2 font-semibold">
            <TriangleAlert size={16} strokeWidth={1.75} className="text-warn" aria-hidden />
            {t('import.problems', { count: problems.length })}
          </h3>
          <ul className="divide-y divide-line rounded-control border border-line bg-well text-13">
            {problems.map(({ file, line, problem }) => (
              <li key={`${file} ${line} ${problem}`} className="grid gap-0.5 px-3 py-2 wrap-anywhere">
                <span className="font-mono text-12 text-muted">
                  {line === undefined ? file : t('import.line', { file, line })}
                </span>
                {/* Named as the parser of the files does, whose words are English. */}
                <span lang="en">{problem}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown.length > 0 && (
        <ul
          aria-label={t('import.items')}
          className="divide-y divide-line rounded-control border border-line text-13"
        >
          {shown.map((item) => (
            <ItemLine key={`${item.entry.kind}/${item.entry.slug}`} item={item} />
          ))}
        </ul>
      )}
    </>
  )
}

function ItemLine({ item: { entry, document, is, changes } }: { item: PlannedItem }) {
  const { t } = useTranslation('courses-studio' as string)
  // `texts.en.article` is "Article EN", `fields.minutes.quiz` is "Minutes".
  const places = changes.map((path) => {
    const [part, name = '', text = ''] = path.split('.')
    return part === 'texts'
      ? `${text ? t(`texts.${text}`) : ''} ${name.toUpperCase()}`.trim()
      : t(`fields.${name}`)
  })
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-3 px-3 py-2">
      <Badge tone="line">{t(`${entry.kind}.one`)}</Badge>
      <span className="min-w-0">
        <span className="block truncate font-medium">{document.texts.fr?.title ?? entry.slug}</span>
        {places.length > 0 && (
          <span className="block text-pretty text-muted">{[...new Set(places)].join(', ')}</span>
        )}
      </span>
      <Badge tone={is === 'new' ? 'info' : 'line'}>{t(`import.is.${is}`)}</Badge>
    </li>
  )
}
