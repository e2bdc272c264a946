/**
 * Compiles an entry of `additional_redirect_urls`: `*` stops at `.` and `/`, `**` does not; `?` is one character other
 * than these; `{a,b}` is an alternative.
 */
export function addressPattern(glob: string): RegExp {
  let depth = 0
  const source = glob.replace(/\*\*|[\s\S]/g, (token) => {
    if (token === '**') return '.*'
    if (token === '*') return '[^./]*'
    if (token === '?') return '[^./]'
    if (token === '{') return depth++ >= 0 ? '(?:' : ''
    if (token === '}' && depth > 0) return depth-- > 0 ? ')' : ''
    if (token === ',' && depth > 0) return '|'
    return token.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  })
  return new RegExp(`^${source}${')'.repeat(depth)}$`)
}
