import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'

const Account = lazyPart(() => import('#features/account/screen.tsx'))
const Request = lazyPart(() => import('#features/qualification/own/request-screen.tsx'))

/** The account, or the request for premium if the address asks for it. */
export default function AccountPlace() {
  const [search] = useSearchParams()
  return search.get('demande') === 'premium' ? <Request /> : <Account />
}
