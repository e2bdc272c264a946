import { findSymbols } from 'trading/paste/symbol-names'

/** The symbol of the instrument that a typed text names and nothing else: `gold`, `l’or`, `dow jones`, `EUR/USD`. */
export function instrumentNamed(typed: string): string | null {
  const text = typed.trim()
  // In capitals "OR" is gold, not the English conjunction: here it stands alone.
  const [found, another] = findSymbols(/^or$/i.test(text) ? 'OR' : text, [])
  return found && !another && found.end - found.start >= text.length - 2 ? found.symbol : null
}
