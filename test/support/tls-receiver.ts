import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

const folder = join(import.meta.dirname, '../fixtures/certificates')

/** Path of the authority that signed the receiver's certificate, for `NODE_EXTRA_CA_CERTS`. */
export const authorityFile = join(folder, 'authority.pem')

/** Makes this process trust the authority of the receivers until the returned function is called. */
export const trustAuthority = (): (() => void) => {
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, readFileSync(authorityFile, 'utf8')])
  return () => setDefaultCACertificates(usual)
}

/** Starts an https server on a free port of 127.0.0.1; its certificate is for `localhost` and `receiver.example`. */
export const startTlsReceiver = async (answer: RequestListener) => {
  const [key, cert] = ['localhost-key.pem', 'localhost.pem'].map((name) => readFileSync(join(folder, name)))
  const server = createServer({ key: key as Buffer, cert: cert as Buffer }, answer)
  let connections = 0
  server.on('connection', () => void (connections += 1))
  // unusable connections, for example of clients that do not trust the certificate
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `https://localhost:${port}`,
    /** Number of connections received, with or without a request. */
    connections: () => connections,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
