// Owns the one Trusted Types policy that a page may make (server/src/http/security-headers.ts): an address of a worker. A
// policy's name can be taken once only, so every worker of the application gets its address here.
type Policy = { createScriptURL(address: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

/** The service worker, and what the build wrote; while developing, the sources themselves. */
const OURS = import.meta.env.PROD ? /^\/(sw\.js|assets\/[\w.-]+\.js)$/ : /^\/[\w./@-]+(\?[\w&=-]*)?$/

const rules: Policy = {
  createScriptURL: (address) => {
    if (!OURS.test(address)) throw new TypeError(`No worker of ours: ${address}`)
    return address
  },
}

let policy: Policy | undefined

/** The address as the page's policy wants it, made by a rule that lets no address through but those of our workers. */
export function workerAddress(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy('worker', rules) ?? rules
  return policy.createScriptURL(address)
}
