import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * A TCP port of 127.0.0.1 that nothing listens on now. It is below the range from which systems take the ports of
 * outgoing connections (from 32 768 on Linux), so that none of those can take it before it is listened on.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_000, 32_768)
    if (await isFree(port)) return port
  }
}
