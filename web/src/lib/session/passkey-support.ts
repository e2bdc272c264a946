/** Browsers refuse passkeys on a page whose address is an IP address. */
const IP_ADDRESS = /^[\d.]+$|^\[/

/** Whether this browser can use passkeys at this address. */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !IP_ADDRESS.test(location.hostname)
