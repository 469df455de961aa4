import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { gatewayResponses, gatewayHeaders } from '../../gateway/gateway-responses.ts'

/** Answers in the gateway's own shape if the HTTP parser cannot read a request: only its socket is available. */
const answerUnreadable = (_error: Error, socket: Duplex): void => {
  if (!socket.writable) return void socket.destroy()
  const refusal = gatewayResponses.BAD_REQUEST_PARAMETERS
  const { status, detail } = refusal
  const body = JSON.stringify({ detail })
  const headers = [
    ...Object.entries(gatewayHeaders(refusal)).map(([name, text]) => `${name}: ${text}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

/** Makes `listener` answer every request to a server, even those that Node.js would refuse without a body. */
export const answerAll = (server: Server, listener: RequestListener): void => {
  // without a listener for `checkContinue`, Node sends 100 and passes the request to ours
  for (const event of ['request', 'checkContinue', 'clientError']) server.removeAllListeners(event)
  server.on('request', listener).on('checkExpectation', listener).on('clientError', answerUnreadable)
  Object.assign(server, { requireHostHeader: false })
}
