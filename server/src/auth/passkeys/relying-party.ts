import { isIP } from 'node:net'
import { given } from '../../project-config.ts'
import type { Service } from '../service.ts'

/**
 * For which site a key pair of WebAuthn is good. Never taken from a request: whoever could choose it could have a
 * proof made for their own site accepted here.
 */
export type RelyingParty = { id: string; name: string; origins: string[] }

export function relyingParty({ context, settings }: Service): RelyingParty {
  const site = new URL(context.publicUrl)
  const { rp_display_name } = settings.webauthn
  const wanted = settings.webauthn.rp_origins.filter(given)
  // Browsers know no key pair for a bare address; on this machine it is asked for by its name.
  const address = isIP(site.hostname.replace(/^\[|\]$/g, '')) !== 0
  const id = given(settings.webauthn.rp_id) ?? (address ? 'localhost' : site.hostname)
  const port = site.port ? `:${site.port}` : ''
  const own = address ? [`${site.protocol}//localhost${port}`] : [site.origin]
  return { id, name: rp_display_name ?? id, origins: wanted.length > 0 ? wanted : own }
}
