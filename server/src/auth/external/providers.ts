import type { Context } from '../../context.ts'
import { discord } from './discord.ts'
import { github } from './github.ts'
import { openIdProvider } from './openid-provider.ts'
import { createOutgoing } from './outgoing.ts'
import type { Provider } from './provider.ts'

/** Provider names that clients may ask about: GoTrue's list. The configuration can add others. */
export const knownNames = [
  ...['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'snapchat', 'figma', 'fly', 'github', 'gitlab'],
  ...['google', 'keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'spotify', 'slack', 'slack_oidc'],
  ...['workos', 'twitch', 'twitter', 'zoom'],
]

/** The enabled providers by name. Each can reach its own configured address and public addresses only. */
export function createProviders({ project, now }: Context): Map<string, Provider> {
  const providers = new Map<string, Provider>()
  for (const [name, settings] of Object.entries(project.auth.external)) {
    if (!settings.enabled) continue
    const outgoing = createOutgoing(settings.url ? [settings.url] : [])
    if (name === 'github') providers.set(name, github(settings, outgoing))
    else if (name === 'discord') providers.set(name, discord(settings, outgoing))
    else providers.set(name, openIdProvider(name, settings, outgoing, now))
  }
  return providers
}
