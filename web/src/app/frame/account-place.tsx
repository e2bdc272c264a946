import { lazy } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'

const Account = lazy(() => import('#features/account/screen.tsx'))
const Request = lazy(() => import('#features/qualification/request-screen.tsx'))

/** One's account, or in its place the request for premium that the address asks for. */
export default function AccountPlace() {
  const [search] = useSearchParams()
  return search.get('demande') === 'premium' ? <Request /> : <Account />
}
