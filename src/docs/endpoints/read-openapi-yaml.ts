import { readFileSync } from 'node:fs'
import { repositoryPath } from '../../repository-path.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { atOwnAddress } from '../own-address.ts'
import { cacheableText } from '../cacheable-text.ts'

const file = 'src/docs/openapi.yaml'

export const readOpenapiYaml = endpoint('GET /openapi.yaml', {
  atRoot: true,
  access: 'public',
  profile: 'none',
  summary: 'Get the OpenAPI document as YAML',
  produces: 'application/yaml',
  cacheable: true,
  assets: [file],
  handle: async () => {
    // a JSON string is a YAML string (YAML 1.2.2)
    const servers = `servers:\n  - url: ${JSON.stringify(environment.publicUrl)}\n`
    return cacheableText(atOwnAddress(readFileSync(repositoryPath(file), 'utf8')) + servers, {
      'Cache-Control': 'public, no-cache',
    })
  },
})
