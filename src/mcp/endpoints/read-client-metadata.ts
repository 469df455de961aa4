import { endpoint } from '../../platform/http/endpoint.ts'
import { endpointUrl } from '../../platform/http/link.ts'
import { mcpPath, metadataPath, ProtectedResource, resourceMetadata } from '../protected-resource.ts'

export const readClientMetadata = endpoint(`GET ${metadataPath}/api/v1${mcpPath}`, {
  atRoot: true,
  access: 'public',
  profile: 'none',
  oidc: 'providers',
  servedBy: 'mcp-metadata',
  summary: 'Get the OAuth metadata of the endpoint for AI clients',
  response: ProtectedResource,
  handle: () => resourceMetadata(endpointUrl(mcpPath, {})),
})
