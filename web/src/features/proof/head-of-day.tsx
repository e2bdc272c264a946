import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { headText } from 'trading/proof/log/head-text'
import { saveAs } from '#lib/browser/save-as.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { QrCode } from '#ui/figure/qr-code.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type CurrentHead, type Head, headsQuery } from './queries.ts'

/** Evidence for readers to keep: the last day's head as text, QR code and file. */
export function HeadOfDay() {
  const { t } = useTranslation('proof')
  const query = useQuery(headsQuery)
  return (
    <Card className="grid gap-4 p-5">
      <header>
        <h2 className="text-16 font-semibold">{t('head.title')}</h2>
        <p className="mt-1 text-pretty text-muted">{t('head.text')}</p>
      </header>
      {query.isPending ? (
        <Skeleton className="h-44" />
      ) : query.isLoadingError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : (
        <Heads {...query.data} />
      )}
    </Card>
  )
}

function Heads({ heads, current }: { heads: readonly Head[]; current: CurrentHead | null }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const [latest, ...earlier] = heads
  return (
    <>
      {latest ? <Keepable head={latest} /> : <p className="text-13 text-muted">{t('head.none')}</p>}
      <dl className="grid gap-2 border-t border-line pt-4 text-13">
        <HeadRow name={t('head.now')} {...(current ? { head: current } : {})} />
        {earlier.map((head) => (
          <HeadRow key={head.day} name={format.day(head.day)} head={head} />
        ))}
      </dl>
    </>
  )
}

function Keepable({ head }: { head: Head }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const text = headText(head)
  return (
    <div className="flex flex-wrap gap-5">
      <QrCode value={text} label={t('head.qr')} className="w-36 shrink-0" />
      <div className="grid min-w-0 flex-1 basis-56 content-between gap-3">
        <div>
          <p className="tabular font-medium">{format.day(head.day)}</p>
          <p className="text-13 text-muted">
            {t('head.entries', { count: head.entries, sequence: format.number(head.sequence) })}
          </p>
          <code className="mt-2 block font-mono text-13 break-all">{head.hash}</code>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} label={t('head.copy')} variant="outline" />
          <Button
            variant="outline"
            icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() =>
              saveAs(new Blob([`${text}\n`], { type: 'text/plain' }), `vigie-head-${head.day}.txt`)
            }
          >
            {t('head.download')}
          </Button>
        </div>
      </div>
    </div>
  )
}

function HeadRow({ name, head }: { name: string; head?: { sequence: number; hash: string } }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="tabular text-muted">{name}</dt>
      <dd className="flex items-baseline gap-3">
        {head && (
          <span className="tabular text-muted">
            {t('head.entry', { sequence: format.number(head.sequence) })}
          </span>
        )}
        <code className="font-mono" title={head?.hash}>
          {format.hash(head?.hash)}
        </code>
      </dd>
    </div>
  )
}
