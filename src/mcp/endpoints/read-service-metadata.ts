import { endpoint } from '../../platform/http/endpoint.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { metadataPath, ProtectedResource, resourceMetadata } from '../protected-resource.ts'

export const readServiceMetadata = endpoint(`GET ${metadataPath}`, {
  atRoot: true,
  access: 'public',
  profile: 'none',
  oidc: 'providers',
  servedBy: 'mcp-metadata',
  summary: 'Get the OAuth metadata of the service',
  response: ProtectedResource,
  handle: () => resourceMetadata(environment.publicUrl),
})
