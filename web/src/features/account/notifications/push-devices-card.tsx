import { useQuery } from '@tanstack/react-query'
import { BellRing, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useDeviceName } from '#lib/language/device-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingCard, SettingRow } from '../setting-row.tsx'
import {
  devicesQuery,
  type PushDevice,
  readPushKey,
  useAddDevice,
  useRemoveDevice,
  useTestDevice,
} from './notification-queries.ts'
import { readPushState, subscribePush, unsubscribePush } from './push-subscription.ts'

/** The devices that receive pushes: this browser first, each with a test and a button to remove it. */
export function PushDevicesCard() {
  const { t } = useTranslation('account')
  const devices = useQuery(devicesQuery)
  const own = useQuery({ queryKey: ['account', 'push-state'], queryFn: readPushState, staleTime: 0 })
  const add = useAddDevice()
  const [refusal, setRefusal] = useState<'refused' | 'failed' | null>(null)
  const isHere = ({ endpoint }: PushDevice) => endpoint === own.data?.endpoint
  const here = devices.data?.find(isHere)
  const enable = () => {
    setRefusal(null)
    add.mutate(
      async () => {
        const key = await readPushKey()
        if (!key) throw new Error('there are no keys yet')
        return await subscribePush(key)
      },
      {
        onError: (error) => setRefusal(error.name === 'NotAllowedError' ? 'refused' : 'failed'),
        onSettled: () => void own.refetch(),
      },
    )
  }
  const state = own.data?.state
  return (
    <SettingCard
      title={t('notifications.devices')}
      help="installer-application"
      purpose={t('notifications.devicesPurpose')}
    >
      {devices.isLoadingError ? <ErrorState onRetry={() => void devices.refetch()} /> : null}
      {devices.isPending || own.isPending ? <Skeleton className="m-4 h-16" /> : null}
      {devices.data
        ?.toSorted((one, other) => Number(isHere(other)) - Number(isHere(one)))
        .map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            here={isHere(device)}
            onRemoved={() => void own.refetch()}
          />
        ))}
      {devices.data && own.data && !here ? (
        <SettingRow
          icon={BellRing}
          title={t('notifications.thisDevice')}
          action={
            state === 'on' || state === 'off' ? (
              <Button variant="outline" busy={add.isPending} disabled={add.isPending} onClick={enable}>
                {t('notifications.enable')}
              </Button>
            ) : null
          }
        >
          {t(
            state === 'refused'
              ? 'notifications.blocked'
              : state === 'unsupported'
                ? 'notifications.unsupported'
                : 'notifications.enableNote',
          )}
        </SettingRow>
      ) : null}
      {refusal ? (
        <div className="px-4 py-4 md:px-6">
          <Notice refusal>
            {t(refusal === 'refused' ? 'notifications.blocked' : 'notifications.notEnabled')}
          </Notice>
        </div>
      ) : null}
    </SettingCard>
  )
}

function DeviceRow({
  device,
  here,
  onRemoved,
}: {
  device: PushDevice
  here: boolean
  onRemoved: () => void
}) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const test = useTestDevice()
  const remove = useRemoveDevice()
  const { name, phone } = useDeviceName()(device.user_agent)
  const take = () =>
    remove.mutate(
      { id: device.id, unsubscribe: here ? unsubscribePush : undefined },
      { onSuccess: onRemoved },
    )
  const tried = () =>
    test.mutate(device.id, {
      onSuccess: (sent) => toast({ title: t(sent ? 'notifications.testSent' : 'notifications.testWait') }),
    })
  return (
    <SettingRow
      icon={phone ? Smartphone : Monitor}
      title={
        <>
          {name}
          {here ? <Badge tone="gain">{t('sessions.current')}</Badge> : null}
        </>
      }
      action={
        <>
          <Button
            variant="outline"
            size="sm"
            disabled={test.isPending}
            aria-label={t('notifications.testOne', { name })}
            onClick={tried}
          >
            {t('notifications.test')}
          </Button>
          <Button
            variant="outline"
            size="sm"
            disabled={remove.isPending}
            aria-label={t('notifications.removeOne', { name })}
            onClick={take}
          >
            {t('notifications.remove')}
          </Button>
        </>
      }
    >
      {test.isError || remove.isError ? (
        <span role="alert" className="block text-loss">
          {t('notifications.refused')}
        </span>
      ) : null}
      {device.last_error ? (
        <span className="block text-warn">{t('notifications.deviceFails')}</span>
      ) : (
        <span className="block">
          {device.last_reached_at
            ? t('notifications.reached', { time: format.dateTime(device.last_reached_at) })
            : t('notifications.added', { time: format.dateTime(device.created_at) })}
        </span>
      )}
    </SettingRow>
  )
}
