// Owns the only Trusted Types policy that a page may create (server/src/http/security-headers.ts): addresses of workers. A
// policy's name can be used once, so every worker of the application gets its address here.
type Policy = { createScriptURL(address: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

/** The service worker and built files; in development, the sources themselves. */
const OURS = import.meta.env.PROD ? /^\/(sw\.js|assets\/[\w.-]+\.js)$/ : /^\/[\w./@-]+(\?[\w&=-]*)?$/

const rules: Policy = {
  createScriptURL: (address) => {
    if (!OURS.test(address)) throw new TypeError(`No worker of ours: ${address}`)
    return address
  },
}

let policy: Policy | undefined

/** The address as the policy requires it. The rule lets no address through but those of our workers. */
export function workerAddress(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy('worker', rules) ?? rules
  return policy.createScriptURL(address)
}
