import { useTranslation } from '#lib/language/i18n.ts'
import { clock } from './clock.ts'
import type { Passage } from './queries.ts'

type Props = {
  second: number
  seconds: number
  passages: readonly Passage[]
  onGo: (second: number) => void
}

/** The recording as a line: up to where it was watched, and a mark for each passage. */
export function Timeline({ second, seconds, passages, onGo }: Props) {
  const { t } = useTranslation('events')
  const share = (at: number) => `${Math.min(100, (at / seconds) * 100)}%`
  return (
    <div className="relative h-2 min-w-0 flex-1 rounded-[4px] bg-line-strong">
      <span
        className="absolute inset-y-0 left-0 rounded-l-[4px] bg-control"
        style={{ width: share(second) }}
      />
      {passages.map((passage) => (
        <span
          key={passage.position}
          className="absolute -top-0.5 h-3 w-0.5 bg-muted"
          style={{ left: share(passage.second) }}
        />
      ))}
      <span
        className="absolute -top-1 -ml-0.5 h-4 w-1 rounded-[2px] bg-lamp-edge ring-2 ring-surface"
        style={{ left: share(second) }}
      />
      <input
        type="range"
        min={0}
        max={seconds}
        value={second}
        aria-label={t('replay.timeline', { at: clock(second), of: clock(seconds), count: passages.length })}
        aria-valuetext={clock(second)}
        onChange={({ target }) => onGo(Number(target.value))}
        className="absolute inset-x-0 -top-4 h-10 w-full cursor-pointer opacity-0"
      />
    </div>
  )
}
