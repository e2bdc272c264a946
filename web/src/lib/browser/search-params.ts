import { useCallback, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useNavigate } from './navigate.ts'

type Change = (current: URLSearchParams) => URLSearchParams

/** The address's parameters, and a setter that starts from their values at the time of the change. */
export function useSearchParams(): [
  URLSearchParams,
  (change: Change, options?: { replace?: boolean }) => void,
] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const change = useCallback(
    (next: Change, options?: { replace?: boolean }) => {
      navigate(`?${next(new URLSearchParams(location.search))}`, options)
    },
    [navigate],
  )
  return [useMemo(() => new URLSearchParams(search), [search]), change]
}
