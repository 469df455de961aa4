import type { IncomingMessage } from 'node:http'
import { bucketProperties } from './bucket-properties.ts'
import { S3Failure } from './failure.ts'

const { AllowedMethods, ExposedHeaders } = bucketProperties().CorsConfiguration.CorsRules[0]

/** Returns the headers that let a browser read the response: the rule of infra/template/bucket.yml, for any origin. */
export const bucketCorsHeaders = ({ method, headers }: IncomingMessage): Record<string, string> => {
  const asked = method === 'OPTIONS' ? headers['access-control-request-method'] : method
  if (headers.origin === undefined || !AllowedMethods.includes(asked ?? '')) return {}
  const names = headers['access-control-request-headers']
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': AllowedMethods.join(', '),
    'Access-Control-Expose-Headers': ExposedHeaders.join(', '),
    Vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    ...(method === 'OPTIONS' && names !== undefined && { 'Access-Control-Allow-Headers': names }),
  }
}

/** Throws the error response of a preflight that is not allowed. */
export const requireAllowed = (request: IncomingMessage): void => {
  if (request.headers.origin === undefined)
    throw new S3Failure('BadRequest', 'Insufficient information. Origin request header needed.')
  if (Object.keys(bucketCorsHeaders(request)).length === 0) throw new S3Failure('AccessForbidden')
}
