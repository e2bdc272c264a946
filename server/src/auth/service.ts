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

/** Passed to every endpoint: the process's context, the project's settings and this service's own parts. */
export type Service = {
  context: Context
  settings: ProjectConfig['auth'] & { readonly public_site: boolean }
  database: AuthDatabase
  passwords: Passwords
  /** Enabled identity providers by name. */
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
    // Inherits the project's settings; only the site's address is a getter, since it is known once the server listens.
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

/** The current time in its stored form. */
export const nowText = ({ context }: Service): string => context.now().toISOString()
