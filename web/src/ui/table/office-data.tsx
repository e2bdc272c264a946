import { CoreAdminContext, memoryStore } from 'ra-core'
import type { ReactNode } from 'react'
import { queryClient } from '#lib/data/query.ts'
import { officeData } from '#lib/data/resource.ts'

const store = memoryStore()

/** Gives ra-core's hooks the back-office's data, over the one client and the one cache of the page. */
export function OfficeData({ children }: { children: ReactNode }) {
  return (
    <CoreAdminContext dataProvider={officeData} queryClient={queryClient} store={store}>
      {children}
    </CoreAdminContext>
  )
}
