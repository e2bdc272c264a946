import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { avatarQuery } from '#lib/session/own-avatar.ts'
import { displayName } from '#lib/session/person-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Progress } from '#ui/figure/progress.tsx'
import { ImageCrop } from '#ui/files/image-crop.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { type ImageFault, ImageRefused, imageFault, useRemoveImage, useSendImage } from './profile-image.ts'
import { SettingCard } from './setting-row.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The profile image: choose or drop a file, crop it to a square, upload it, or remove it (S-11, S-30 to S-32). */
export function ImageCard({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const { data: image } = useQuery(avatarQuery(user.id))
  const [picked, setPicked] = useState<File | null>(null)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const remove = useRemoveImage(user.id)

  const refuse = (fault: ImageFault) =>
    toast({ title: t('image.errorTitle'), description: t(`image.${fault}`), variant: 'destructive' })
  const take = async (file: File | undefined) => {
    if (!file) return
    const fault = await imageFault(file)
    if (fault) refuse(fault)
    else setPicked(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const takeAway = () =>
    remove.mutate(undefined, {
      onSuccess: () => toast({ title: t('image.removed') }),
      onError: () => toast({ title: t('image.failed'), variant: 'destructive' }),
    })
  return (
    <SettingCard title={t('image.title')} purpose={t('image.purpose')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the button beside does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'flex flex-wrap items-center gap-x-5 gap-y-4 px-4 py-5 transition-colors md:px-6',
          over && 'bg-raised',
        )}
      >
        <Avatar size="xl" name={displayName(user)} image={image ?? null} />
        <div className="grid min-w-0 flex-1 basis-48 gap-2">
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" icon={<ImageUp {...icon} />} onClick={() => input.current?.click()}>
              {image ? t('image.change') : t('image.choose')}
            </Button>
            {image ? (
              <Button
                variant="ghost"
                icon={<Trash2 {...icon} />}
                busy={remove.isPending}
                disabled={remove.isPending}
                onClick={takeAway}
              >
                {t('image.remove')}
              </Button>
            ) : null}
          </div>
          <p className="text-13 text-pretty text-muted">{t('image.hint')}</p>
          <input
            ref={input}
            type="file"
            accept="image/*"
            tabIndex={-1}
            aria-label={t('image.choose')}
            className="sr-only"
            onChange={(event) => {
              void take(event.target.files?.[0])
              // Otherwise the same file could not be chosen again.
              event.target.value = ''
            }}
          />
        </div>
      </div>
      {picked ? (
        <CropDialog userId={user.id} image={picked} onRefused={refuse} onClose={() => setPicked(null)} />
      ) : null}
    </SettingCard>
  )
}

type CropProps = {
  userId: string
  image: File
  onRefused: (fault: ImageFault) => void
  onClose: () => void
}

function CropDialog({ userId, image, onRefused, onClose }: CropProps) {
  const { t } = useTranslation('account')
  const [share, setShare] = useState(0)
  const send = useSendImage(userId)
  const use = (picture: Blob) => {
    setShare(0)
    send.mutate(
      { picture, onProgress: setShare },
      {
        onSuccess: () => {
          toast({ title: t('image.updatedTitle'), description: t('image.updated') })
          onClose()
        },
        onError: (error) => {
          if (!(error instanceof ImageRefused)) {
            toast({ title: t('image.errorTitle'), description: t('image.failed'), variant: 'destructive' })
            return
          }
          onRefused(error.fault)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      closable={!send.isPending}
      onOpenChange={(open) => open || onClose()}
      title={t('image.crop')}
      description={t('image.cropPurpose')}
    >
      <ImageCrop image={image} round busy={send.isPending} onCrop={use} onCancel={onClose} />
      {send.isPending ? <Progress shown label={t('image.sending')} share={share} /> : null}
    </Dialog>
  )
}
