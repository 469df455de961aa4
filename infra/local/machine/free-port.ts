import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * Returns a free TCP port of 127.0.0.1: `wanted` if it is free, otherwise a port below the range from which systems
 * take ports of outgoing connections (from 32,768 on Linux), so that no connection can take it first.
 */
export const freePort = async (wanted?: number): Promise<number> => {
  if (wanted !== undefined && (await isFree(wanted))) return wanted
  for (;;) {
    const port = randomInt(10_000, 32_768)
    if (await isFree(port)) return port
  }
}
