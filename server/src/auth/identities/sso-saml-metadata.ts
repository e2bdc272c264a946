import { generateServiceProviderMetadata } from '@node-saml/node-saml'
import type { FastifyInstance } from 'fastify'
import { authError } from '../errors.ts'
import { queryValue } from '../request-body.ts'
import { own } from '../saml/service-provider.ts'
import type { Service } from '../service.ts'

/** GET /sso/saml/metadata: the service provider metadata that an identity provider's administrator imports. */
export function ssoSamlMetadata(app: FastifyInstance, service: Service): void {
  app.get('/sso/saml/metadata', async (request, reply) => {
    if (!service.settings.saml.enabled) throw authError('saml_provider_disabled')
    const { certificate } = service.settings.saml
    const xml = generateServiceProviderMetadata({
      ...own(service),
      identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      ...(certificate && { publicCerts: certificate }),
    })
    if (queryValue(request, 'download') === 'true') {
      reply.header('content-disposition', 'attachment; filename="metadata.xml"')
    }
    return reply.type('application/xml').send(xml)
  })
}
