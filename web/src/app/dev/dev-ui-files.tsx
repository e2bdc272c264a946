import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FileDrop } from '#ui/files/file-drop.tsx'
import { ImageCrop } from '#ui/files/image-crop.tsx'
import type { Upload } from '#ui/files/uploads.ts'
import { Field } from '#ui/form/field.tsx'
import { DevPart } from './dev-ui-part.tsx'

/** An upload that takes two seconds. A name containing `fail` fails the first time. */
const failed = new Set<string>()
const upload: Upload = async (file, { progress, signal }) => {
  for (let share = 0; share <= 1; share += 0.05) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    signal.throwIfAborted()
    progress(share)
    if (share > 0.5 && file.name.includes('fail') && !failed.has(file.name)) {
      failed.add(file.name)
      throw new Error('The network went away.')
    }
  }
}

/** Files and pictures. */
export function DevFiles() {
  return (
    <>
      <DevPart name="Files">
        <div className="grid w-full items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Screenshots" hint="Three at most.">
            <FileDrop
              accept={['image/png', 'image/jpeg', '.pdf']}
              maxSize={5_000_000}
              maxCount={3}
              upload={upload}
            />
          </Field>
          <Field label="Statement" error="The statement is missing.">
            <FileDrop accept={['.pdf']} maxSize={2_000_000} maxCount={1} upload={upload} />
          </Field>
          <Field label="Identity">
            <FileDrop accept={['.pdf']} maxSize={2_000_000} maxCount={1} upload={upload} disabled />
          </Field>
        </div>
      </DevPart>
      <DevPart name="Picture">
        <Picture />
      </DevPart>
    </>
  )
}

function Picture() {
  const [image, setImage] = useState<Blob | null>(null)
  const [cut, setCut] = useState<string | null>(null)
  if (image) {
    return (
      <div className="w-full max-w-80">
        <ImageCrop
          image={image}
          round
          onCancel={() => setImage(null)}
          onCrop={(picture) => {
            setCut(URL.createObjectURL(picture))
            setImage(null)
          }}
        />
      </div>
    )
  }
  return (
    <div className="flex items-center gap-4">
      {cut && <img src={cut} alt="What was cut" className="size-16 rounded-pill" />}
      <Button onClick={() => void samplePicture().then(setImage)}>Crop a picture</Button>
    </div>
  )
}

const GROUNDS = ['--control', '--faint', '--gain-mark', '--muted', '--loss-mark'] as const

async function samplePicture(): Promise<Blob> {
  const canvas = new OffscreenCanvas(1200, 800)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gives no canvas.')
  const looks = getComputedStyle(document.documentElement)
  for (let place = 0; place < 24; place += 1) {
    context.fillStyle = looks.getPropertyValue(GROUNDS[place % GROUNDS.length] ?? '')
    context.fillRect((place % 6) * 200, Math.floor(place / 6) * 200, 200, 200)
  }
  return canvas.convertToBlob({ type: 'image/jpeg' })
}
