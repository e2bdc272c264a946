import { readDevice } from 'mails/device'
import { useTranslation } from './i18n.ts'

/** A device as its owner calls it, from the user agent of its browser: `Firefox on Android`, what is known of it, or *unknown*. */
export function useDeviceName(): (userAgent: string | null) => { name: string; phone: boolean } {
  const { t } = useTranslation('ui')
  return (userAgent) => {
    const { browser, system, phone } = readDevice(userAgent)
    const name =
      browser && system
        ? t('device.browserOn', { browser, system })
        : (browser ?? system ?? t('device.unknown'))
    return { name, phone }
  }
}
