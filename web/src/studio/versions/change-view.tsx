import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { isDatedFact } from '../document/document.ts'
import type { Change } from '../document/merge.ts'
import { useNames } from '../form/studio-context.tsx'
import { wordDiff } from './word-diff.ts'

/** Formats a value of a document as text. */
export function useValueWords(): (value: unknown) => string {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const words = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('empty')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (isDatedFact(value))
      return `${words(value.value)} (${value.source}, ${format.day(value.read_on || null)})`
    if (Array.isArray(value)) return value.map(words).join(', ')
    if (typeof value === 'object') return Object.values(value).map(words).join(' · ')
    return String(value)
  }
  return words
}

/** The changes by path; in texts, removed and added words are marked. */
export function ChangeView({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('studio')
  const { placeName } = useNames()
  const words = useValueWords()
  const seen = changes.filter(({ path }) => !path.startsWith('from.') && path !== 'from')
  if (seen.length === 0) return <p className="text-13 text-muted">{t('versions.noChange')}</p>
  return (
    <dl className="grid gap-3">
      {seen.map(({ path, before, after }) => (
        <div key={path}>
          <dt className="mb-1 text-12 font-medium text-muted">{placeName(path)}</dt>
          <dd className="rounded-control border border-line bg-well px-3 py-2 text-13 wrap-anywhere whitespace-pre-line">
            {wordDiff(before === undefined ? '' : words(before), words(after)).map(
              ({ kind, text }, place) => {
                const Piece = TAGS[kind]
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a difference never move
                  <Piece key={place} className={LOOKS[kind]}>
                    {text}
                  </Piece>
                )
              },
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const TAGS = { added: 'ins', removed: 'del', same: 'span' } as const
const LOOKS = {
  added: 'rounded-inner bg-gain-tint text-gain no-underline',
  removed: 'rounded-inner bg-loss-tint text-loss',
  same: '',
}
