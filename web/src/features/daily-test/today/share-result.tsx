import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { readChartColors } from '#charts/chart-colors.ts'
import { CANVAS_FONT, drawBrandMark } from '#charts/tools/brand-mark.ts'
import { pictureName, savePicture } from '#charts/tools/chart-screenshot.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Daily } from '#lib/learning/daily.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'

const [WIDTH, HEIGHT] = [1200, 630]

/** Shares the day's score as text and picture: which questions were right, and nothing of what they asked. */
export function ShareResult({ daily, right }: { daily: Daily; right: readonly boolean[] }) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const day = format.day(daily.day)
  const score = right.filter(Boolean).length
  const text = shareText(t('share.text', { name: brand.name, day, score, total: right.length }), right)
  const file = pictureName(t('share.file'), daily.day)

  const share = async () => {
    setBusy(true)
    const picture = drawn({ title: t('share.title', { day }), score: `${score} / ${right.length}`, right })
    try {
      const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'))
      const files = blob ? [new File([blob], file, { type: 'image/png' })] : []
      if (navigator.canShare?.({ files, text })) return await navigator.share({ files, text })
      await navigator.clipboard.writeText(text)
      toast({
        title: t('share.copied'),
        action: { label: t('share.picture'), onClick: () => void savePicture(picture, file) },
      })
    } catch (error) {
      // Closing the system's own sheet is a choice, not a failure.
      if ((error as Error).name !== 'AbortError') toast({ title: t('share.failed'), variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="outline"
      size="lg"
      busy={busy}
      onClick={() => void share()}
      icon={<Share2 size={16} strokeWidth={1.75} aria-hidden />}
      className="max-sm:w-full"
    >
      {t('share.do')}
    </Button>
  )
}

/** A line with the score, and a square a question. */
export const shareText = (line: string, right: readonly boolean[]): string =>
  `${line}\n${right.map((one) => (one ? '■' : '□')).join('')}`

function drawn({ title, score, right }: { title: string; score: string; right: readonly boolean[] }) {
  const colors = readChartColors(document.body)
  const picture = document.createElement('canvas')
  Object.assign(picture, { width: WIDTH, height: HEIGHT })
  const context = picture.getContext('2d') as CanvasRenderingContext2D
  context.fillStyle = colors.well
  context.fillRect(0, 0, WIDTH, HEIGHT)
  drawBrandMark(context, colors, [80, 72], 64)
  const write = (words: string, y: number, font: string, color: string, x = 80) => {
    context.font = `${font} ${CANVAS_FONT}`
    context.fillStyle = color
    context.fillText(words, x, y)
  }
  write(brand.name, 118, '650 44px', colors.text, 160)
  write(title, 252, '500 36px', colors.muted)
  write(score, 420, '600 160px', colors.text)
  const gap = 16
  const width = (WIDTH - 160 - gap * (right.length - 1)) / Math.max(1, right.length)
  right.forEach((one, at) => {
    const x = 80 + at * (width + gap)
    context.fillStyle = one ? colors['gain-mark'] : colors['loss-mark']
    // A wrong answer is broken into dashes here too.
    if (one) context.fillRect(x, 512, width, 16)
    else
      for (let dash = 0; dash < width; dash += 20)
        context.fillRect(x + dash, 512, Math.min(12, width - dash), 16)
  })
  return picture
}
