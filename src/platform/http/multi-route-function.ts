import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import type { EndpointHandler } from './endpoint.ts'
import { fullPath } from './spec-rules.ts'

/** Creates the Lambda function of several endpoints (`servedBy` in their specs), each under its own route. */
export const multiRouteFunction = (endpoints: EndpointHandler[]) => {
  const byRoute = new Map(endpoints.map((one) => [`${one.spec.method} ${fullPath(one.spec)}`, one]))
  return (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
    const { httpMethod, resource } = event
    // HEAD is served by the endpoint of GET
    const endpoint = byRoute.get(`${httpMethod === 'HEAD' ? 'GET' : httpMethod} ${resource}`)
    if (!endpoint) throw new TypeError(`This function does not serve ${httpMethod} ${resource}.`)
    return endpoint(event, context)
  }
}
