import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that must never be requested. */
export interface Trap {
  url: string
  port: number
  /** Requests and connections received. */
  visits: string[]
  stop: () => void
}

export const startTrap = async (): Promise<Trap> => {
  const visits: string[] = []
  const server = createServer(({ method, url }, response) => {
    visits.push(`${method} ${url}`)
    response.end('<!ENTITY y "trapped">')
  })
  server.on('connection', () => void visits.push('a connection'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    visits,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
