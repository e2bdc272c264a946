import { Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Tabs } from '#ui/figure/tabs.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RulesPart } from './rules-part.tsx'

const NoticePart = lazyPart(() => import('./notices/notice-part.tsx'))
const RegisterPart = lazyPart(() => import('./register-part.tsx'))
const ReportPart = lazyPart(() => import('./report-part.tsx'))
const OwnDecisions = lazyPart(() => import('./own/own-decisions.tsx'))
const OwnNotices = lazyPart(() => import('./own/own-notices.tsx'))

/** Each part with its name in the address. */
const PUBLIC = [
  { key: 'rules', at: 'regles', Part: RulesPart },
  { key: 'notice', at: 'signaler', Part: NoticePart },
  { key: 'register', at: 'registre', Part: RegisterPart },
  { key: 'report', at: 'rapport', Part: ReportPart },
] as const
const OWN = [
  { key: 'decisions', at: 'decisions', Part: OwnDecisions },
  { key: 'notices', at: 'signalements', Part: OwnNotices },
] as const

/** Moderation for everybody: rules, notices and register; for members also what was decided about them. */
export default function ModerationScreen() {
  return (
    <QueryBoundary>
      <Moderation />
    </QueryBoundary>
  )
}

function Moderation() {
  const { t } = useTranslation('moderation')
  const [search, setSearch] = useSearchParams()
  const { user } = useSession()
  const parts = user ? [...PUBLIC, ...OWN] : PUBLIC
  const asked = search.get('onglet')
  return (
    <div className="mx-auto w-full max-w-240 px-4 pt-6 pb-12 md:px-6">
      <header className="mb-4">
        <HelpTitle article="regles-du-forum">{t('title')}</HelpTitle>
        <p className="text-pretty text-muted">{t('purpose')}</p>
      </header>
      <Tabs
        label={t('tabs.label')}
        value={parts.find(({ at }) => at === asked)?.at ?? 'regles'}
        onChange={(at) => setSearch(() => new URLSearchParams(at === 'regles' ? {} : { onglet: at }))}
        tabs={parts.map(({ key, at, Part }) => ({
          value: at,
          label: t(`tabs.${key}`),
          content: (
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <Part />
            </Suspense>
          ),
        }))}
      />
    </div>
  )
}
