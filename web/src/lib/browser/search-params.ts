import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Change = (current: URLSearchParams) => URLSearchParams

/** The parameters of the address, and how a screen changes them: from what stands there when the change is made. */
export function useSearchParams(): [
  URLSearchParams,
  (change: Change, options?: { replace?: boolean }) => void,
] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const change = useCallback(
    (next: Change, options?: { replace?: boolean }) => {
      void navigate(`?${next(new URLSearchParams(location.search))}`, options)
    },
    [navigate],
  )
  return [useMemo(() => new URLSearchParams(search), [search]), change]
}
