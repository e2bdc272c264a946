/** A setting stored in this browser. If storage is blocked, nothing is stored and nothing fails. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function forgetSetting(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so it holds nothing.
  }
}

export function storeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The setting lasts until the page is left.
  }
}
