import { docs } from '#docs'
import { endpointUrl } from '../platform/http/link.ts'
import { issuedScopes } from '../platform/identity/token-scope.ts'
import { environment } from '../platform/runtime/environment.ts'
import { answeredArray, answeredText, answeredUrl } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'

/** Path of the protocol's only endpoint. */
export const mcpPath = '/mcp'

/** Path of the service's metadata; that of an endpoint appends the endpoint's path (RFC 9728 section 3.1). */
export const metadataPath = '/.well-known/oauth-protected-resource'

/** Returns the accepted audiences of an issuer's access tokens: the service and its endpoint for AI clients. */
export const audiences = (): string[] => [environment.publicUrl, endpointUrl(mcpPath, {})]

/** Returns the URL of the endpoint's metadata. */
export const metadataUrl = (): string => `${environment.publicUrl}${metadataPath}/api/v1${mcpPath}`

export const ProtectedResource = z.described(
  docs('Metadata of this service as an OAuth resource (RFC 9728).', { id: 'ProtectedResource' }),
  {
    resource: answeredUrl.meta(docs('The audience of access tokens.')),
    resource_name: answeredText(100).meta(docs('Name of the service.')),
    authorization_servers: answeredArray(answeredUrl.meta(docs('An issuer.')), 5).meta(
      docs('Issuers of access tokens; empty if only access tokens of this service are accepted.'),
    ),
    scopes_supported: answeredArray(z.enum(issuedScopes), 3).meta(docs('Scopes that tokens may have.')),
    bearer_methods_supported: answeredArray(z.literal('header'), 1).meta(docs('Always `header`.')),
  },
)

/** Returns the metadata of a resource. */
export const resourceMetadata = async (resource: string): Promise<z.input<typeof ProtectedResource>> => {
  const { oidcProviders } = await import('../auth/oidc/provider.ts')
  return {
    resource,
    resource_name: 'Enterprise platform',
    authorization_servers: (await oidcProviders()).map(({ issuer }) => issuer),
    scopes_supported: [...issuedScopes],
    bearer_methods_supported: ['header'],
  }
}
