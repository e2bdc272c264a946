import { type KeyboardEvent, useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Slider } from '#ui/form/slider.tsx'
import { cutSquare } from './picture.ts'

type Props = {
  image: Blob
  /** The square that was chosen, as a picture of `size` by `size`. */
  onCrop: (picture: Blob) => void
  onCancel: () => void
  /** The edge of the picture in pixels. */
  size?: number
  /** Shows what a round portrait will keep; the picture is a square all the same. */
  round?: boolean
  busy?: boolean
}

const [LEAST, MOST, STEP] = [1, 4, 0.05]
/** How far an arrow key moves the picture, in pixels. */
const MOVE = 4

export default function OpenImageCrop({ image, onCrop, onCancel, size = 512, round = false, busy }: Props) {
  const { t } = useTranslation('ui')
  const format = useFormat()
  const source = useObjectUrl(image)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(LEAST)
  const [area, setArea] = useState<Area | null>(null)
  const [state, setState] = useState<'ready' | 'cutting' | 'failed'>('ready')

  const keys = (event: KeyboardEvent) => {
    const direction = event.key === '+' || event.key === '=' ? 1 : event.key === '-' ? -1 : 0
    if (direction === 0 || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setZoom(Math.min(MOST, Math.max(LEAST, zoom + direction * STEP * 2)))
  }
  const cut = () => {
    if (!area) return
    setState('cutting')
    cutSquare(image, area, size).then(
      (picture) => {
        setState('ready')
        onCrop(picture)
      },
      () => setState('failed'),
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: plus and minus zoom wherever the focus is inside
    <div className="grid gap-4" onKeyDown={keys}>
      <div className="relative aspect-square w-full overflow-hidden rounded-card bg-well">
        {source && (
          <Cropper
            image={source}
            crop={crop}
            zoom={zoom}
            minZoom={LEAST}
            maxZoom={MOST}
            aspect={1}
            cropShape={round ? 'round' : 'rect'}
            objectFit="cover"
            showGrid={false}
            keyboardStep={MOVE}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
            classes={{
              // The veil has the colour of text: use the colour behind dialogs instead.
              cropAreaClassName:
                'border-text! text-scrim! focus-visible:border-focus! focus-visible:outline-2 focus-visible:-outline-offset-4!',
            }}
            cropperProps={{ role: 'application', 'aria-label': t('crop.area') }}
            mediaProps={{ alt: '' }}
          />
        )}
      </div>
      <Field label={t('crop.zoom')} hint={t('crop.keys')}>
        <Slider
          value={zoom.toFixed(2)}
          onChange={(value) => setZoom(Number(value))}
          min={LEAST.toFixed(2)}
          max={MOST.toFixed(2)}
          step={STEP.toFixed(2)}
          words={(value) => format.percent(Number(value))}
        />
      </Field>
      {state === 'failed' && (
        <p role="alert" className="text-13 text-loss">
          {t('crop.failed')}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          {t('crop.cancel')}
        </Button>
        <Button
          variant="inverse"
          busy={busy || state === 'cutting'}
          disabled={!area || busy || state === 'cutting'}
          onClick={cut}
        >
          {t('crop.use')}
        </Button>
      </div>
    </div>
  )
}

/** A local address for a picture, while it is shown. */
function useObjectUrl(image: Blob): string | null {
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(image)
    setSource(made)
    return () => URL.revokeObjectURL(made)
  }, [image])
  return source
}
