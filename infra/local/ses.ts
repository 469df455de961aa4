import { createRequire } from 'node:module'
import type ses from 'aws-ses-v2-local'
import type { AddressInfo } from 'node:net'
import type { Running } from './dynoxide.ts'

/** Stands in for Amazon SES: it sends no mail, and keeps them in memory, with an inbox to look at (decision 0054). */
export const startSes = async (): Promise<Running> => {
  // CommonJS that calls itself a module, whose exports an `import` gives differently under a bundler
  const { default: start } = createRequire(import.meta.url)('aws-ses-v2-local') as typeof ses
  const server = await start({ host: '127.0.0.1', port: 0 })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
