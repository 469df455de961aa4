import { isStream } from './functions.ts'
import { gatewayResponses, headersOf, type GatewayResponse } from './gateway-responses.ts'
import { conflictsOf } from './routes.ts'
import { paramNames, routeOf, type Spec } from '../src/platform/http/spec.ts'

const functionArn =
  'arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:function:${AWS::StackName}-'

/** Where the gateway calls a function: Lambda's API of 2015, or for streams its API of 2021. */
const uriOf = (name: string, stream: boolean) => {
  const [version, action] = stream
    ? ['2021-11-15', 'response-streaming-invocations']
    : ['2015-03-31', 'invocations']
  const path = `lambda:path/${version}/functions/${functionArn}${name}/${action}`
  return { 'Fn::Sub': `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:${path}` }
}

/**
 * One operation of the document. Functions are called by their names and by the role, not by permissions of each, so
 * that they cost no resource and may know the API's address. The gateway gives up 5 s before the function does: then
 * its answer is a 503 (INTEGRATION_TIMEOUT) rather than the 500 of a function that was killed.
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
    uri: uriOf(name, stream),
    credentials: { 'Fn::GetAtt': ['ApiRole', 'Arn'] },
    timeoutInMillis: stream ? 895_000 : 20_000,
    ...(stream && { responseTransferMode: 'STREAM' }),
  },
})

/** Header values are expressions: text stands in quotes. */
const gatewayResponse = (response: GatewayResponse) => ({
  ...(response.status && { statusCode: String(response.status) }),
  responseParameters: {
    'gatewayresponse.header.X-Request-Id': 'context.requestId',
    ...Object.fromEntries(
      Object.entries(headersOf(response)).map(([name, text]) => [
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
 * The routes: each endpoint under its method, GET also as HEAD, and any other method and path on `unrouted`. Throws
 * when API Gateway would refuse them.
 */
const pathsOf = (endpoints: ApiEndpoint[]): Paths => {
  const paths: Paths = {}
  const conflicts = conflictsOf(endpoints.map(({ functionName: name, spec }) => ({ name, spec })))
  if (conflicts.length > 0) throw new Error(conflicts.join('\n'))
  for (const { functionName, spec } of endpoints) {
    const path = routeOf(spec)
    const methods = (paths[path] ??= {})
    methods[spec.method.toLowerCase()] = operation(path, functionName, isStream(spec))
    // a HEAD of its own goes before GET's, whichever comes first
    if (spec.method === 'GET') methods['head'] ??= operation(path, functionName, isStream(spec))
  }
  for (const path of [...Object.keys(paths), '/', '/{proxy+}'])
    (paths[path] ??= {})['x-amazon-apigateway-any-method'] = operation(path, 'unrouted')
  return paths
}

/** What API Gateway imports: OpenAPI with its extensions. Every body comes to the functions in Base64, JSON too. */
export const apiDocument = (endpoints: ApiEndpoint[]) => ({
  openapi: '3.0.1',
  info: { title: { Ref: 'AWS::StackName' }, version: '1' },
  paths: pathsOf(endpoints),
  'x-amazon-apigateway-binary-media-types': ['*/*'],
  'x-amazon-apigateway-gateway-responses': Object.fromEntries(
    Object.entries<GatewayResponse>(gatewayResponses).map(([type, response]) => [
      type,
      gatewayResponse(response),
    ]),
  ),
})
