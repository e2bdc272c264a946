import { useQuery } from '@tanstack/react-query'
import { Anchor, ScanSearch, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link as RouterLink } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { keptHeadsQuery, keptSpan } from '#lib/record/kept-heads.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

/** How many entries the drawn chain has, and how many of them can be new. */
const ENTRIES = 33
const NEW = 21

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Whether the record still contains what this device had seen of it. */
export default function KeptHead({ first }: { first: boolean }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { data: memory } = useQuery(keptHeadsQuery)
  if (!memory) return null
  const { before, now } = keptSpan(memory)
  if (memory.alarm) return <Contradiction />
  if (!now) return null
  const size = format.number(now.size)
  if (!before || before.size === 0)
    return (
      <Frame icon={<Anchor size={16} strokeWidth={1.75} className="text-muted" aria-hidden />}>
        <p className="font-semibold">{t(first ? 'kept.firstVisit' : 'kept.newDevice')}</p>
        <p className="text-13 text-pretty text-muted">{t('kept.anchored', { size })}</p>
        <Chain seen={ENTRIES} added={0} />
        <code className="text-12 text-muted">{format.hash(hex(now.root))}</code>
      </Frame>
    )
  const added = now.size - before.size
  const drawn = Math.min(NEW, added)
  return (
    <Frame icon={<ShieldCheck size={16} strokeWidth={1.75} className="text-gain" aria-hidden />}>
      <p className="font-semibold">{t('kept.unchanged')}</p>
      <p className="text-13 text-pretty text-muted">
        {added === 0
          ? t('kept.same', { size })
          : t('kept.extended', { size: format.number(before.size), count: added })}
      </p>
      <Chain seen={ENTRIES - drawn} added={drawn} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <code className="text-12 text-muted">
          {added === 0
            ? format.hash(hex(now.root))
            : `${format.hash(hex(before.root))} → ${format.hash(hex(now.root))}`}
        </code>
        <Link to="/preuve" className="text-13">
          {t('kept.verify')}
        </Link>
      </div>
    </Frame>
  )
}

/** The one case in which verifying is the primary action. */
function Contradiction() {
  const { t } = useTranslation('dashboard')
  return (
    <Frame alert icon={<ShieldAlert size={16} strokeWidth={1.75} className="text-loss" aria-hidden />}>
      <p className="font-semibold text-loss">{t('kept.contradicted')}</p>
      <p className="text-13 text-pretty text-muted">{t('kept.wait')}</p>
      <Button asChild variant="primary" className="mt-1 justify-self-start">
        <RouterLink to="/preuve">
          <ScanSearch size={16} strokeWidth={1.75} aria-hidden />
          {t('kept.verifyHere')}
        </RouterLink>
      </Button>
    </Frame>
  )
}

function Frame({ icon, alert = false, children }: { icon: ReactNode; alert?: boolean; children: ReactNode }) {
  return (
    <div
      {...(alert && { role: 'alert' })}
      className={classNames(
        'grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 rounded-control border p-3',
        alert ? 'border-line-strong bg-loss-tint' : 'border-line bg-well',
      )}
    >
      <span className="pt-0.5">{icon}</span>
      <div className="grid min-w-0 gap-1">{children}</div>
    </div>
  )
}

/** Entries that were seen before, the last visit, entries added since. */
function Chain({ seen, added }: { seen: number; added: number }) {
  return (
    <svg viewBox="0 0 330 12" preserveAspectRatio="none" className="my-1 block h-3 w-full" aria-hidden>
      {Array.from({ length: seen + added }, (_, place) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: every entry is the same
          key={place}
          x={place < seen ? place * 9.7 : place * 9.7 + 9}
          y="2"
          width="7.7"
          height="8"
          rx="2"
          className={place < seen ? 'fill-control' : 'fill-text'}
        />
      ))}
      <rect x={seen * 9.7 + 2.5} width="2" height="12" className="fill-lamp-edge" />
    </svg>
  )
}
