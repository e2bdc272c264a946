// Owns the back-office's reads and writes of the product's settings.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

export type OfficeSettings = { require_staff_mfa: boolean; staff: number; staff_without_factor: number }

export const settingsQuery = queryOptions({
  queryKey: ['office-settings'],
  queryFn: async () => unwrap(await supabase.rpc('office_settings')) as OfficeSettings,
})

export const useRequireStaffMfa = () =>
  useWrite(
    async (required: boolean) => unwrap(await supabase.rpc('set_require_staff_mfa', { required })),
    [settingsQuery.queryKey],
  )
