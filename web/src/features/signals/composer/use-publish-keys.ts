import { type RefObject, useEffect, useRef } from 'react'

/**
 * Ctrl-Enter publishes wherever the focus is in the composer, or nowhere: a press must not be lost because the focused
 * element was replaced. In a dialog over the composer it does nothing.
 */
export function usePublishKeys(form: RefObject<HTMLElement | null>, publish: () => void): void {
  const latest = useRef(publish)
  useEffect(() => {
    latest.current = publish
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      const composer = form.current?.closest('[role="dialog"]')
      const { target } = event
      const above = document.querySelectorAll('[role="dialog"]').length > 1 && target === document.body
      if (above || !(target === document.body || composer?.contains(target as Node))) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [form])
}
