import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { isPublic } from '../http/public-site.ts'
import { given, type ProjectConfig } from '../project-config.ts'
import { createTexts, type Texts } from './codes/sms.ts'
import { type AuthDatabase, authDatabase } from './database.ts'
import type { Provider } from './external/provider.ts'
import { createProviders } from './external/providers.ts'
import { type FactorSecrets, factorSecrets } from './factors/factor-secrets.ts'
import { createPasswords, type Passwords } from './passwords/password-hash.ts'

/** What every endpoint is given: the process's context, this project's settings, and this service's own parts. */
export type Service = {
  context: Context
  settings: ProjectConfig['auth'] & { readonly public_site: boolean }
  database: AuthDatabase
  passwords: Passwords
  /** Whom members may sign in with, by name. */
  providers: Map<string, Provider>
  factorSecrets: FactorSecrets
  texts: Texts
}

/** One way to get a session: a grant of POST /token. */
export type GrantHandler = (
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

export async function createService(context: Context): Promise<Service> {
  return {
    context,
    // The project's own, but for the site's address: the one listened on is known once the server listens.
    settings: Object.create(context.project.auth, {
      site_url: { get: () => given(context.project.auth.site_url) ?? context.publicUrl },
      public_site: { get: () => isPublic(context.publicUrl) },
    }),
    database: authDatabase(context.admin),
    factorSecrets: factorSecrets(context.keys.encryptionKey, context.random),
    texts: createTexts(context.project.auth.sms, context),
    passwords: await createPasswords(context.random),
    providers: createProviders(context),
  }
}

/** Now, as it is stored. */
export const nowText = ({ context }: Service): string => context.now().toISOString()
