import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { gatewayResponses } from '../gateway-responses.ts'

/**
 * Answers in the gateway's own shape what the HTTP parser cannot read as a request; there is only its
 * socket.
 */
export const answerUnreadable = (_error: Error, socket: Duplex): void => {
  if (!socket.writable) return void socket.destroy()
  const { status, code, detail } = gatewayResponses.BAD_REQUEST_PARAMETERS
  const body = JSON.stringify({ detail })
  const headers = [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Access-Control-Allow-Origin: *',
    `X-Error-Code: ${code}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}
