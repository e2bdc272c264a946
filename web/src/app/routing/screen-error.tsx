import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorState } from '#ui/error-state.tsx'

type State = { code: string | null }

/** A screen that failed, with a code that is also in the console. Trying again fetches the files of a newer version. */
export class ScreenErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { code: null }

  static getDerivedStateFromError(): State {
    return { code: crypto.randomUUID().slice(0, 8) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(`reference ${this.state.code}`, error, info.componentStack)
  }

  override render() {
    const { code } = this.state
    if (code === null) return this.props.children
    return (
      <div className="mx-auto w-full max-w-xl p-6 pt-24">
        <ErrorState code={code} onRetry={() => location.reload()} />
      </div>
    )
  }
}
