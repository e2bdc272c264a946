import { useQuery } from '@tanstack/react-query'
import { Lock, RadioTower } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { instrumentsQuery, signalQuery } from '#lib/signals/live-signals.ts'
import { isLocked, isOpen } from '#lib/signals/signal.ts'
import { classNames } from '#ui/class-names.ts'

/** What a signal is called and how it goes, read now: never what the text says of it. */
function useSignalWords(name: string): { title: string; state: string; tone: string; locked: boolean } {
  const { t } = useTranslation('conversation')
  const format = useFormat()
  const { data: signal, isPending } = useQuery(signalQuery(name))
  const { data: instruments } = useQuery(instrumentsQuery)
  if (!signal)
    return {
      title: t('signal.named', { name }),
      state: isPending ? '' : t('signal.unknown'),
      tone: 'text-muted',
      locked: false,
    }
  const instrument = instruments?.find(({ symbol }) => symbol === signal.symbol)?.name ?? signal.symbol
  const { state, realised_r } = signal.signal_states
  const ended = !isOpen(signal)
  const tone =
    !ended || !Number(realised_r) ? 'text-muted' : Number(realised_r) > 0 ? 'text-gain' : 'text-loss'
  return {
    title: `${instrument} ${signal.timeframe}`,
    state:
      ended && realised_r !== null
        ? format.r(realised_r)
        : t(ended ? `signal.${state as 'expired'}` : 'signal.open'),
    tone,
    locked: isLocked(signal) && !ended,
  }
}

/** A signal within a sentence, with its result. */
export function SignalMention({ name, href }: { name: string; href: string }) {
  const { title, state, tone } = useSignalWords(name)
  return (
    <Link
      to={href}
      className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {title}
      {state && <span className={classNames('tabular', tone)}>, {state}</span>}
    </Link>
  )
}

/** A signal on a line of its own. */
export function SignalCard({ name, href }: { name: string; href: string }) {
  const { t } = useTranslation('conversation')
  const { title, state, tone, locked } = useSignalWords(name)
  return (
    <Link
      to={href}
      className="my-2 flex min-h-10 max-w-170 items-center gap-3 rounded-control border border-line bg-well px-3 py-2 text-14 hover:border-line-strong pointer-coarse:min-h-target"
    >
      <RadioTower size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
      <b className="min-w-0 flex-1 truncate font-medium">{title}</b>
      {locked && (
        <span className="flex items-center gap-1 text-12 text-muted">
          <Lock size={12} strokeWidth={1.75} aria-hidden />
          {t('signal.sealed')}
        </span>
      )}
      <span className={classNames('tabular', tone)}>{state}</span>
    </Link>
  )
}
