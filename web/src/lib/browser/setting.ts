/** A choice that this browser keeps. Where storage is closed to the page nothing is kept, and nothing fails. */
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
    // Nothing can be there.
  }
}

export function storeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice holds until the page is left.
  }
}
