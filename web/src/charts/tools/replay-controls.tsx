import { Pause, Play, SkipForward, StepBack, StepForward } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { SPEEDS } from './replay.ts'
import type { ReplayHandle } from './use-replay.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Controls of a replay: step, play, or drag to a moment. */
export function ReplayControls({ replay }: { replay: ReplayHandle }) {
  const { t } = useTranslation('charts')
  const format = useFormat()
  const { shown, count, playing, speed, moment, act } = replay
  const when = moment === null ? format.dash : format.dateTime(moment * 1000)
  return (
    <fieldset
      aria-label={t('replay.name')}
      className="@container flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-well px-4 py-2"
    >
      <div className="flex items-center gap-1">
        <Button
          variant="ghost"
          iconOnly
          aria-label={t('replay.back')}
          disabled={shown <= 1}
          onClick={() => act({ kind: 'step', by: -1 })}
          icon={<StepBack {...icon} />}
        />
        <Button
          iconOnly
          aria-label={t(playing ? 'replay.pause' : 'replay.play')}
          onClick={() => act({ kind: playing ? 'pause' : 'play' })}
          icon={playing ? <Pause {...icon} /> : <Play {...icon} />}
        />
        <Button
          variant="ghost"
          iconOnly
          aria-label={t('replay.forward')}
          disabled={shown >= count}
          onClick={() => act({ kind: 'step', by: 1 })}
          icon={<StepForward {...icon} />}
        />
        <Button
          variant="ghost"
          iconOnly
          aria-label={t('replay.end')}
          disabled={shown >= count}
          onClick={() => act({ kind: 'seek', shown: count })}
          icon={<SkipForward {...icon} />}
        />
      </div>
      <input
        type="range"
        aria-label={t('replay.moment')}
        aria-valuetext={`${when}, ${t('replay.count', { shown, all: count })}`}
        min={Math.min(1, count)}
        max={count}
        value={shown}
        onChange={({ target }) => act({ kind: 'seek', shown: target.valueAsNumber })}
        className="h-8 min-w-32 flex-1 basis-48 cursor-pointer accent-text pointer-coarse:h-11"
      />
      <span className="tabular min-w-30 text-right text-13 whitespace-nowrap">{when}</span>
      <Segmented
        label={t('replay.speed')}
        value={String(speed)}
        onChange={(next) => {
          const chosen = SPEEDS.find((one) => String(one) === next)
          if (chosen) act({ kind: 'speed', speed: chosen })
        }}
        options={SPEEDS.map((one) => ({ value: String(one), label: `×${one}` }))}
      />
    </fieldset>
  )
}
