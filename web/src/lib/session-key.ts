/** Where the session is stored. Pages that need no client look only whether there is one. */
export const SESSION_KEY = 'vigie-session'

export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null
  } catch {
    return false
  }
}
