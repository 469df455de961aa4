import { isStream } from '../functions/functions.ts'
import { gatewayResponses, gatewayHeaders, type GatewayResponse } from './gateway-responses.ts'
import { findRouteConflicts } from './routes.ts'
import { paramNames, fullPath } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'

const functionArn =
  'arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:function:${AWS::StackName}-'

/**
 * Returns the URI at which API Gateway invokes a function: Lambda's 2015 API, or its 2021 API for response streaming.
 */
const invocationUri = (name: string, stream: boolean) => {
  const [version, action] = stream
    ? ['2021-11-15', 'response-streaming-invocations']
    : ['2015-03-31', 'invocations']
  const path = `lambda:path/${version}/functions/${functionArn}${name}/${action}`
  return { 'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:${path}` }
}

/**
 * Returns one operation of the document. API Gateway invokes functions by name with the role `ApiRole` instead of one
 * permission per function: this costs no resource, and lets functions know the API's address. The integration timeout
 * is 5 s below the function's timeout, so that a slow call ends with a 503 (INTEGRATION_TIMEOUT) rather than with the
 * 500 of a killed function.
 */
const operation = (path: string, name: string, stream = false) => ({
  parameters: [...paramNames(path), ...(path.endsWith('{proxy+}') ? ['proxy'] : [])].map((param) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  responses: {},
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: invocationUri(name, stream),
    credentials: { 'Fn::GetAtt': ['ApiRole', 'Arn'] },
    timeoutInMillis: stream ? 895_000 : 20_000,
    ...(stream && { responseTransferMode: 'STREAM' }),
  },
})

/** API Gateway evaluates header values as expressions: literal text needs quotes. */
const gatewayResponse = (response: GatewayResponse) => ({
  ...(response.status && { statusCode: String(response.status) }),
  responseParameters: {
    'gatewayresponse.header.X-Request-Id': 'context.requestId',
    ...Object.fromEntries(
      Object.entries(gatewayHeaders(response)).map(([name, text]) => [
        `gatewayresponse.header.${name}`,
        `'${text}'`,
      ]),
    ),
  },
  responseTemplates: { 'application/json': JSON.stringify({ detail: response.detail }) },
})

interface ApiEndpoint {
  functionName: string
  spec: Spec
}

type Paths = Record<string, Record<string, ReturnType<typeof operation>>>

/**
 * Returns the paths: each endpoint under its method, GET also as HEAD, and every other method and path on `unrouted`.
 * Throws if API Gateway would refuse the paths.
 */
const buildPaths = (endpoints: ApiEndpoint[]): Paths => {
  const paths: Paths = {}
  const conflicts = findRouteConflicts(endpoints.map(({ functionName: name, spec }) => ({ name, spec })))
  if (conflicts.length > 0) throw new Error(conflicts.join('\n'))
  for (const { functionName, spec } of endpoints) {
    const path = fullPath(spec)
    const methods = (paths[path] ??= {})
    methods[spec.method.toLowerCase()] = operation(path, functionName, isStream(spec))
    // an endpoint's own HEAD takes precedence over the HEAD of GET, in any order
    if (spec.method === 'GET') methods['head'] ??= operation(path, functionName, isStream(spec))
  }
  for (const path of [...Object.keys(paths), '/', '/{proxy+}'])
    (paths[path] ??= {})['x-amazon-apigateway-any-method'] = operation(path, 'unrouted')
  return paths
}

/**
 * The document that API Gateway imports: OpenAPI with its extensions. Functions receive every body in Base64, even
 * JSON.
 */
export const apiDocument = (endpoints: ApiEndpoint[]) => ({
  openapi: '3.0.1',
  info: { title: { Ref: 'AWS::StackName' }, version: '1' },
  paths: buildPaths(endpoints),
  'x-amazon-apigateway-binary-media-types': ['*/*'],
  'x-amazon-apigateway-gateway-responses': Object.fromEntries(
    Object.entries<GatewayResponse>(gatewayResponses).map(([type, response]) => [
      type,
      gatewayResponse(response),
    ]),
  ),
})
