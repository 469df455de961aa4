import { log } from '../runtime/log.ts'
import { resultOf, type PassingRequest, type Step } from './request-state.ts'

/** The step that writes one line for each request, when its answer is made. */
export const requestLog = (route: string): Step => {
  const write = (request: PassingRequest) => {
    const { statusCode, headers } = resultOf(request)
    const { startedAt = Date.now() } = request.internal
    log.info('request', {
      method: request.event.httpMethod,
      route,
      status: statusCode,
      milliseconds: Date.now() - startedAt,
      address: request.event.requestContext.identity.sourceIp,
      code: headers?.['X-Error-Code'],
    })
  }
  return {
    before: ({ internal }) => {
      internal.startedAt = Date.now()
    },
    after: write,
    onError: write,
  }
}
