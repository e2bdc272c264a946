import { lazy } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'

const Account = lazy(() => import('#features/account/screen.tsx'))
const Request = lazy(() => import('#features/qualification/own/request-screen.tsx'))

/** The account, or the request for premium if the address asks for it. */
export default function AccountPlace() {
  const [search] = useSearchParams()
  return search.get('demande') === 'premium' ? <Request /> : <Account />
}
