import { useSearchParams } from '#lib/browser/search-params.ts'
import { MOST_COMPARED, readCompared, writeCompared } from '#lib/content/compared.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'

type Listed = { slug: string; name: string }

/** The compared entries of a guide, which the address holds, and the box in a row that adds or removes one. */
export function useCompared(items: readonly Listed[]) {
  const { t } = useTranslation('guides')
  const [search, setSearch] = useSearchParams()
  const slugs = readCompared(
    search,
    items.map(({ slug }) => slug),
  )
  const compare = (next: readonly string[]) =>
    setSearch((current) => writeCompared(current, next), { replace: true })
  const remove = (slug: string) => compare(slugs.filter((one) => one !== slug))
  const box = ({ slug, name }: Listed) => {
    const compared = slugs.includes(slug)
    return (
      // Above the link that covers the row.
      <div className="relative z-10 justify-self-start lg:self-center lg:justify-self-end">
        <Checkbox
          checked={compared}
          disabled={!compared && slugs.length >= MOST_COMPARED}
          onCheckedChange={(on) => (on === true ? compare([...slugs, slug]) : remove(slug))}
          aria-label={t('compare.add', { name })}
        >
          {t('compare.short')}
        </Checkbox>
      </div>
    )
  }
  return { slugs, remove, clear: () => compare([]), box }
}
