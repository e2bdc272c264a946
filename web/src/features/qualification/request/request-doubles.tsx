import { Check, TriangleAlert } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { DetailSection } from '#ui/figure/facts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Duplicate, KINDS, useDuplicates } from '../duplicates.ts'
import type { QueuedRequest } from '../queries.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const LINK =
  'rounded-inner text-left underline decoration-line-strong underline-offset-4 hover:decoration-current'

type Props = { row: QueuedRequest; onShow: (id: string | null) => void }

/** Five checks against the other accounts, each with what it found. */
export function RequestDoubles({ row, onShow }: Props) {
  const { t } = useTranslation('qualification')
  const found = useDuplicates([row.id])
  const given = {
    account: true,
    file: row.proof_path !== null || row.proof_removed_at !== null,
    phone: row.member.phone !== null,
    payment: true,
    again: true,
  }
  return (
    <DetailSection title={t('doubles.title')}>
      {found.isLoadingError ? (
        <p className="text-13 text-loss">{t('doubles.failed')}</p>
      ) : !found.data ? (
        <Skeleton className="h-32 w-full" />
      ) : (
        <ul aria-label={t('doubles.title')} className="divide-y divide-line text-13">
          {KINDS.map((kind) => {
            const others = found.data.get(row.id)?.filter((one) => one.kind === kind) ?? []
            return (
              <li key={kind} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 gap-y-1 py-2.5">
                <span className={others.length > 0 ? 'text-warn' : given[kind] ? 'text-gain' : 'text-faint'}>
                  {others.length > 0 ? <TriangleAlert {...icon} /> : given[kind] && <Check {...icon} />}
                </span>
                <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                  <span>{t(`doubles.kinds.${kind}`)}</span>
                  {others.length === 0 && (
                    <span className="text-12 text-muted">
                      {t(given[kind] ? `doubles.none.${kind}` : 'doubles.notGiven')}
                    </span>
                  )}
                  {others.length > 0 && (
                    <ul className="grid w-full gap-1">
                      {others.map((one) => (
                        <Other key={`${one.other_member} ${one.other_request}`} found={one} onShow={onShow} />
                      ))}
                    </ul>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </DetailSection>
  )
}

/** A request is opened in its place, a member without one on their own page. */
function Other({
  found: { kind, other_request, other_member, name, at, state },
  onShow,
}: {
  found: Duplicate
  onShow: Props['onShow']
}) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const who = kind === 'again' ? t('doubles.request', { date: format.date(at) }) : (name ?? format.dash)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4">
      {other_request ? (
        <button type="button" className={LINK} onClick={() => onShow(other_request)}>
          {who}
        </button>
      ) : (
        <Link className={LINK} to={`/admin/membres?membre=${other_member}`}>
          {who}
        </Link>
      )}
      <span className="text-12 text-muted">
        {state ? t(`states.${state}`) : t('doubles.noRequest')}
        {kind !== 'again' && state && ` · ${format.date(at)}`}
      </span>
    </li>
  )
}
