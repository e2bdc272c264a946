import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { personName } from '#lib/data/person-name.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { adminsQuery, brokersQuery } from './queries.ts'

/** The names of admins and partners, by what requests say of them. */
export function useNames() {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const admins = useQuery(adminsQuery)
  const brokers = useQuery(brokersQuery)
  const adminName = useCallback(
    (id: string | null) => {
      const admin = admins.data?.find(({ user_id }) => user_id === id)
      return id === null ? t('nobody') : admin ? personName(admin) : format.dash
    },
    [admins.data, t, format],
  )
  // A broker that was removed from the guide is shown by its slug.
  const brokerName = useCallback(
    (slug: string) => brokers.data?.find((one) => one.slug === slug)?.name ?? slug,
    [brokers.data],
  )
  return { adminName, brokerName }
}
