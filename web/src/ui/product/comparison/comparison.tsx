import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FictitiousBadge } from '#ui/product/fictitious-badge.tsx'

/** A row of the comparison: one fact of each entry. */
export type ComparedFact<Item> = { name: string; value: (item: Item) => ReactNode }

type Props<Item> = {
  title: string
  items: readonly Item[]
  facts: readonly ComparedFact<Item>[]
  onRemove: (slug: string) => void
}

/** Up to four entries of a guide side by side, with the same facts in the same order. */
export function Comparison<Item extends { slug: string; name: string; fictitious: boolean }>({
  title,
  items,
  facts,
  onRemove,
}: Props<Item>) {
  const { t } = useTranslation('guides')
  return (
    <section id="comparaison" aria-labelledby="comparison" className="mt-8 scroll-mt-16">
      <h2 id="comparison" className="mb-3 text-16 font-semibold">
        {title}
      </h2>
      <Card className="overflow-hidden">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-labelledby="comparison" tabIndex={0} className="overflow-x-auto -outline-offset-2">
          <table className="w-full border-collapse text-13">
            <thead>
              <tr>
                <th scope="col" className="sticky left-0 z-10 w-32 bg-surface p-4 text-left md:w-44">
                  <span className="sr-only">{t('compare.fact')}</span>
                </th>
                {items.map(({ slug, name, fictitious }) => (
                  <th
                    key={slug}
                    scope="col"
                    aria-label={name}
                    className="min-w-48 border-l border-line p-4 text-left align-top font-normal"
                  >
                    <div className="flex items-start justify-between gap-2">
                      <span className="text-14 font-semibold">{name}</span>
                      <Button
                        variant="ghost"
                        size="sm"
                        iconOnly
                        className="-mt-1 -mr-1"
                        aria-label={t('compare.remove', { name })}
                        onClick={() => onRemove(slug)}
                        icon={<X size={16} strokeWidth={1.75} aria-hidden />}
                      />
                    </div>
                    {fictitious && (
                      <div className="mt-1">
                        <FictitiousBadge />
                      </div>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {facts.map(({ name, value }) => (
                <tr key={name} className="border-t border-line align-top">
                  <th
                    scope="row"
                    className="sticky left-0 z-10 bg-surface px-4 py-3 text-left font-medium text-muted"
                  >
                    {name}
                  </th>
                  {items.map((item) => (
                    <td key={item.slug} className="border-l border-line px-4 py-3">
                      {value(item)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Card>
    </section>
  )
}

/** The texts of a fact with several parts, one below the other. */
export const ComparedLines = ({ items }: { items: readonly string[] }) => (
  <ul className="grid gap-1">
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)
