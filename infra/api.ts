import { createHash } from 'node:crypto'
import { apiDocument } from './api-document.ts'
import { loadEndpoints } from './endpoints.ts'

/** What is written for each request. */
export const accessLog = {
  time: '$context.requestTimeEpoch',
  request_id: '$context.requestId',
  method: '$context.httpMethod',
  // the route, not the path: a path may hold a secret, a query may hold a token
  route: '$context.resourcePath',
  status: '$context.status',
  error: '$context.error.responseType',
  milliseconds: '$context.responseLatency',
  bytes: '$context.responseLength',
  // behind a distribution the edge's: the caller's own is in the function's line of the same request
  address: '$context.identity.sourceIp',
  trace_id: '$context.xrayTraceId',
}

/** The one stage, on a deployment by its logical id. */
const stageOn = (deployment: string) => ({
  Type: 'AWS::ApiGateway::Stage',
  Properties: {
    RestApiId: { Ref: 'Api' },
    DeploymentId: { Ref: deployment },
    StageName: 'live',
    // made after the account's role where there is one to make: DependsOn cannot have a condition
    Variables: {
      'Fn::If': ['HasGatewayLogsRole', { logs: { Ref: 'GatewayAccount' } }, { Ref: 'AWS::NoValue' }],
    },
    // what the API says of its own address counts once a setting of the stage changes
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

/** The API in three resources, however many routes there are. */
export const api = async () => {
  const body = apiDocument(await loadEndpoints())
  // a deployment is a copy of the API as it was: another API needs another deployment
  const deployment = `Deployment${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 12)}`
  return {
    Resources: {
      Api: {
        Type: 'AWS::ApiGateway::RestApi',
        Properties: {
          Name: { Ref: 'AWS::StackName' },
          EndpointConfiguration: { Types: ['REGIONAL'] },
          // counts for requests to a custom domain too (API Gateway, "Choose a security policy for your custom domain")
          SecurityPolicy: 'TLS_1_2',
          // the distribution has this address as its origin
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
