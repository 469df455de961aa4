import { createHash } from 'node:crypto'
import { apiDocument } from './api-document.ts'
import { loadEndpoints } from '../generation/endpoints.ts'

/** Fields of the access log, written once per request. */
export const accessLog = {
  time: '$context.requestTimeEpoch',
  request_id: '$context.requestId',
  method: '$context.httpMethod',
  // the route, not the path: a path may contain a secret, a query may contain a token
  route: '$context.resourcePath',
  status: '$context.status',
  error: '$context.error.responseType',
  milliseconds: '$context.responseLatency',
  bytes: '$context.responseLength',
  // with a distribution, this is the address of the edge; the function's log line of the same request has the caller's
  address: '$context.identity.sourceIp',
  trace_id: '$context.xrayTraceId',
}

/** Returns the only stage of the API; `deployment` is the logical ID of its deployment. */
const stageOn = (deployment: string) => ({
  Type: 'AWS::ApiGateway::Stage',
  Properties: {
    RestApiId: { Ref: 'Api' },
    DeploymentId: { Ref: deployment },
    StageName: 'live',
    // creates the stage after the account's role, if the template has this role: DependsOn cannot have a condition
    Variables: {
      'Fn::If': ['HasGatewayLogsRole', { logs: { Ref: 'GatewayAccount' } }, { Ref: 'AWS::NoValue' }],
    },
    // API Gateway applies a change of DisableExecuteApiEndpoint only when a property of the stage changes too
    Description: {
      'Fn::If': ['HasDomain', 'At the own domain alone', 'At the address of the gateway'],
    },
    TracingEnabled: true,
    MethodSettings: [
      {
        ResourcePath: '/*',
        HttpMethod: '*',
        ThrottlingRateLimit: { Ref: 'ThrottleRate' },
        ThrottlingBurstLimit: { Ref: 'ThrottleBurst' },
      },
    ],
    AccessLogSetting: {
      DestinationArn: {
        'Fn::Sub': 'arn:${AWS::Partition}:logs:${AWS::Region}:${AWS::AccountId}:log-group:${AccessLogs}',
      },
      Format: JSON.stringify(accessLog),
    },
  },
})

/** Returns the API as three resources, regardless of the number of routes. */
export const api = async () => {
  const body = apiDocument(await loadEndpoints())
  // a deployment is an immutable snapshot of the API: a changed API needs a new deployment
  const deployment = `Deployment${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 12)}`
  return {
    Resources: {
      Api: {
        Type: 'AWS::ApiGateway::RestApi',
        Properties: {
          Name: { Ref: 'AWS::StackName' },
          EndpointConfiguration: { Types: ['REGIONAL'] },
          // applies to requests to a custom domain too (API Gateway, "Choose a security policy for your custom domain")
          SecurityPolicy: 'TLS_1_2',
          // not "with a distribution": the distribution uses this address as its origin
          DisableExecuteApiEndpoint: { 'Fn::If': ['HasDomain', true, false] },
          Body: body,
        },
      },
      [deployment]: {
        Type: 'AWS::ApiGateway::Deployment',
        Properties: { RestApiId: { Ref: 'Api' } },
      },
      Stage: stageOn(deployment),
    },
  }
}
