import { isIP } from 'node:net'
import { given } from '../../project-config.ts'
import type { Service } from '../service.ts'

/**
 * The site for which WebAuthn credentials are valid. Never derived from a request: a caller who chose it could use a
 * signature made for their own site.
 */
export type RelyingParty = { id: string; name: string; origins: string[] }

export function relyingParty({ context, settings }: Service): RelyingParty {
  const site = new URL(context.publicUrl)
  const { rp_display_name } = settings.webauthn
  const wanted = settings.webauthn.rp_origins.filter(given)
  // WebAuthn does not allow IP addresses; a loopback address is replaced by `localhost`.
  const address = isIP(site.hostname.replace(/^\[|\]$/g, '')) !== 0
  const id = given(settings.webauthn.rp_id) ?? (address ? 'localhost' : site.hostname)
  const port = site.port ? `:${site.port}` : ''
  const own = address ? [`${site.protocol}//localhost${port}`] : [site.origin]
  return { id, name: rp_display_name ?? id, origins: wanted.length > 0 ? wanted : own }
}
