import { enableCompileCache } from 'node:module'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { lockFolder } from './data-folder.ts'

const root = resolve(import.meta.dirname, '../..')

const portOf = (text: string | undefined): number => {
  const port = Number(text || 3000)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`PORT must be a number from 1 to 65535, not "${text}".`)
}

const requireFree = (port: number): Promise<void> =>
  new Promise((done, refuse) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`
      refuse(
        new Error(`Port ${port} ${why}. Stop what uses it, or choose another: PORT=${port + 1} npm start`),
      )
    })
    server.listen(port, '127.0.0.1', () => server.close(() => done()))
  })

/** Says at once what is in the way; what takes seconds to load is loaded afterwards, from the second time on compiled. */
const start = async (): Promise<void> => {
  const port = portOf(process.env['PORT'])
  const dataDir = resolve(process.env['DATA_DIR'] || join(root, '.local'))
  await requireFree(port)
  const { release } = lockFolder(dataDir)
  enableCompileCache(join(root, 'node_modules/.cache/compiled'))
  const { runService } = await import('./service.ts')
  await runService({ port, dataDir, release })
}

await start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
