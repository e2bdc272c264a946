import {
  ArrowLeft,
  ArrowRight,
  LayoutGrid,
  Link,
  Maximize,
  Minimize,
  NotebookText,
  Pointer,
  Printer,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import type { DeckAct } from './deck-keys.ts'

type Props = {
  place: number
  of: number
  on: Readonly<Record<'overview' | 'notes' | 'laser' | 'full', boolean>>
  /** The address of the slide; without one there is nothing to copy. */
  address: string | null
  canFill: boolean
  act: (act: DeckAct) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export function DeckBar({ place, of, on, address, canFill, act }: Props) {
  const { t } = useTranslation('slides')
  const tool = (name: 'overview' | 'notes' | 'laser', sign: ReactNode, className = '') => (
    <Button
      variant="ghost"
      iconOnly
      aria-label={t(name)}
      aria-pressed={on[name]}
      title={t(name)}
      onClick={() => act(name)}
      icon={sign}
      className={`${on[name] ? 'bg-raised text-text!' : ''} ${className}`}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-2 p-2">
      <Button
        variant="ghost"
        iconOnly
        aria-label={t('previous')}
        aria-disabled={place === 1}
        onClick={() => act('previous')}
        icon={<ArrowLeft {...icon} />}
      />
      <Button
        iconOnly
        aria-label={t('next')}
        aria-disabled={place === of}
        onClick={() => act('next')}
        icon={<ArrowRight {...icon} />}
      />
      <p className="ml-1 text-13 text-muted tabular">
        <b className="text-text">{place}</b> {t('short', { of })}
      </p>
      <div className="ml-auto flex flex-wrap">
        {tool('overview', <LayoutGrid {...icon} />)}
        {tool('notes', <NotebookText {...icon} />)}
        {tool('laser', <Pointer {...icon} />, 'pointer-coarse:hidden')}
        <Button
          variant="ghost"
          iconOnly
          aria-label={t('print')}
          title={t('print')}
          onClick={() => print()}
          icon={<Printer {...icon} />}
          className="max-sm:hidden"
        />
        {address !== null && (
          <CopyButton text={address} label={t('link')} sign={Link} variant="ghost" iconOnly />
        )}
        {canFill && (
          <Button
            variant="ghost"
            iconOnly
            aria-label={t(on.full ? 'leave-full' : 'full')}
            title={t(on.full ? 'leave-full' : 'full')}
            onClick={() => act('full')}
            icon={on.full ? <Minimize {...icon} /> : <Maximize {...icon} />}
          />
        )}
      </div>
    </div>
  )
}
