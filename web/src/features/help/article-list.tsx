import { Link } from '#lib/browser/router-link.tsx'
import { textsIn } from '#lib/content/published-content.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { type ArticleCard, CATEGORIES } from './queries.ts'

const ROW =
  'block px-4 py-3 transition-colors hover:bg-raised/40 -outline-offset-2 md:px-5 [&:hover_h3]:underline decoration-line-strong underline-offset-3'

/** All articles, grouped by category. */
export function ArticleList({ articles }: { articles: readonly ArticleCard[] }) {
  const { t, i18n } = useTranslation('help')
  const shown = CATEGORIES.map((category) => ({
    category,
    own: articles.filter(({ card }) => card.fields.category === category),
  })).filter(({ own }) => own.length > 0)
  return (
    <div className="gap-4 lg:columns-2">
      {shown.map(({ category, own }) => (
        <section key={category} aria-labelledby={`help-${category}`} className="mb-4 break-inside-avoid">
          <Card className="overflow-hidden">
            <h2
              id={`help-${category}`}
              className="border-b border-line px-4 py-3 text-16 font-semibold md:px-5"
            >
              {t(`categories.${category}`)}
            </h2>
            <ul className="divide-y divide-line">
              {own.map(({ slug, card }) => {
                const { texts } = textsIn(card.texts, i18n.language)
                return (
                  <li key={slug}>
                    <Link to={`?article=${slug}`} className={ROW}>
                      <h3 className="font-medium">{texts.title}</h3>
                      <p className="mt-0.5 text-pretty text-muted">{texts.summary}</p>
                    </Link>
                  </li>
                )
              })}
            </ul>
          </Card>
        </section>
      ))}
    </div>
  )
}
