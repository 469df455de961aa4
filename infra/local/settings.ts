import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { parseAppUrls } from '../../src/platform/http/app-urls.ts'
import { lockFolder } from './data-folder.ts'

/** The folder of the project. */
export const root = resolve(import.meta.dirname, '../..')

/** What the service on this machine is started with. */
export interface Settings {
  /** A free one. */
  port: number
  /** Where the data are, locked for this process. */
  dataDir: string
  /** Frees the data folder at the end. */
  release: () => void
}

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

const requireModelKeys = (text: string): void => {
  try {
    const keys = JSON.parse(text) as object
    if (!Array.isArray(keys) && Object.values(keys).every((key) => typeof key === 'string')) return
  } catch {
    // said below, without the text: there are keys in it
  }
  throw new Error('MODEL_KEYS must be a JSON object of API keys by model id.')
}

const requireModels = async (): Promise<void> => {
  requireModelKeys(process.env['MODEL_KEYS'] || '{}')
  if (!process.env['MODELS']) return
  const { parseModels } = await import('../../src/models/configured-models.ts')
  parseModels(process.env['MODELS'])
}

const take = async (givenPort: string | undefined): Promise<Settings> => {
  const port = portOf(givenPort || process.env['PORT'])
  const dataDir = resolve(process.env['DATA_DIR'] || join(root, '.local'))
  await requireFree(port)
  await requireModels()
  parseAppUrls(process.env['APP_URLS'] ?? '')
  return { port, dataDir, ...lockFolder(dataDir) }
}

let taken: Promise<Settings> | undefined

/**
 * The settings of this process, taken once. Throws one sentence that says what is in the way, before anything is
 * started.
 */
export const takeSettings = (givenPort?: string): Promise<Settings> => (taken ??= take(givenPort))

/** Says in one line what is in the way, and ends this process. */
export const refuse = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return process.exit(1)
}
