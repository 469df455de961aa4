import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { world } from './world.ts'

/**
 * Fault of the next response of SES: an error, a late response, a response lost after the mail was sent, or a
 * connection that closes at its second use.
 */
export type MailFault =
  | 'throttled'
  | 'down'
  | 'late'
  | 'lost'
  | 'rejected'
  | 'denied'
  | 'unverified'
  | 'expired'
  | 'without quota'
  | 'closed'

/** Connections that were used before. */
const used = new WeakSet<Socket>()

const forward = (incoming: IncomingMessage, to: (answer: IncomingMessage) => void): void => {
  const { method, headers, url } = incoming
  incoming.pipe(request(`${world().endpoints.ses}${url}`, { method, headers }, to))
}

const pass = (incoming: IncomingMessage, response: ServerResponse): void =>
  forward(incoming, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })

const refuse =
  (status: number, name: string, message: string) =>
  (incoming: IncomingMessage, response: ServerResponse) => {
    incoming.resume()
    response.writeHead(status, { 'x-amzn-errortype': name }).end(JSON.stringify({ message }))
  }

const answers: Record<MailFault, (incoming: IncomingMessage, response: ServerResponse) => void> = {
  throttled: refuse(429, 'TooManyRequestsException', 'Maximum sending rate exceeded for ada@example.com.'),
  rejected: refuse(400, 'MessageRejected', 'Email address is not verified: ada@example.com.'),
  denied: refuse(
    403,
    'AccessDeniedException',
    "User `arn:aws:sts::1:assumed-role/a' is not authorized to perform `ses:SendEmail' on resource " +
      "`arn:aws:ses:eu-central-1:1:identity/ada@example.com'",
  ),
  unverified: refuse(400, 'MailFromDomainNotVerifiedException', 'Mail from domain is not verified.'),
  expired: refuse(403, 'ExpiredTokenException', 'The security token included in the request is expired'),
  'without quota': refuse(429, 'TooManyRequestsException', 'Daily message quota exceeded.'),
  down: ({ socket }) => socket.destroy(),
  late: (incoming, response) => void setTimeout(() => pass(incoming, response), 500),
  closed: (incoming, response) =>
    used.has(incoming.socket) ? incoming.socket.destroy() : pass(incoming, response),
  lost: (incoming) => forward(incoming, () => incoming.socket.destroy()),
}

/** Starts a proxy in front of the local SES whose next calls meet these faults first. */
export const startMailService = async (faults: MailFault[]) => {
  const requests: string[] = []
  const server = createServer((incoming, response) => {
    const fault = faults.shift()
    if (fault) answers[fault](incoming, response)
    else {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => requests.push(Buffer.concat(chunks).toString()))
      pass(incoming, response)
    }
    used.add(incoming.socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    /** Bodies of the calls without a fault. */
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
