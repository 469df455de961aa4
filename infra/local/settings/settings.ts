import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { parseAppUrls } from '../../../src/platform/http/app-urls.ts'
import { demoIssuerPort } from '../demo/demo-issuer.ts'
import { lockFolder, requireLayout } from '../machine/data-folder.ts'

export const root = resolve(import.meta.dirname, '../../..')

export interface Settings {
  /** Free port on which the service listens. */
  port: number
  /** Data folder, locked for this process. */
  dataDir: string
  /** Unlocks the data folder at the end. */
  release: () => void
}

const parsePort = (text: string | undefined): number => {
  const port = Number(text || 3000)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`PORT must be a number from 1 to 65535, not "${text}".`)
}

const requireFree = (port: number): Promise<void> =>
  new Promise((done, exitWithError) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code})`
      exitWithError(
        new Error(`Port ${port} ${why}. Stop what uses it, or choose another: PORT=${port + 1} npm start`),
      )
    })
    server.listen(port, '127.0.0.1', () => server.close(() => done()))
  })

const requireKeys = (setting: string, text: string, of: string): void => {
  try {
    const keys = JSON.parse(text) as object
    if (!Array.isArray(keys) && Object.values(keys).every((key) => typeof key === 'string')) return
  } catch {
    // the error below omits the text, which contains keys
  }
  throw new Error(`${setting} must be a JSON object of ${of}.`)
}

const requireModels = async (): Promise<void> => {
  requireKeys('MODEL_KEYS', process.env['MODEL_KEYS'] || '{}', 'API keys by model ID')
  if (!process.env['MODELS']) return
  const { parseModels } = await import('../../../src/models/configured-models.ts')
  parseModels(process.env['MODELS'])
}

const requireLocalOidcProviders = async (port: number): Promise<void> => {
  const demo = process.env['OIDC'] ?? ''
  if (!['', 'demo'].includes(demo)) throw new Error(`OIDC must be demo or nothing, not "${demo}".`)
  if (demo) await requireFree(demoIssuerPort(port))
  requireKeys('OIDC_SECRETS', process.env['OIDC_SECRETS'] || '{}', "client secrets by provider's name")
  if (!process.env['OIDC_PROVIDERS']) return
  const { parseOidcProviders } = await import('../../../src/auth/oidc/provider.ts')
  parseOidcProviders(process.env['OIDC_PROVIDERS'])
}

const requireLimits = async (): Promise<void> => {
  for (const name of ['STORAGE_GB', 'GENERATING', 'JOBS', 'REPLIES', 'TOKENS'].map((of) => `LIMIT_${of}`))
    if (!/^\d*$/.test(process.env[name] ?? ''))
      throw new Error(`${name} must be a whole number, or 0 for no limit, not "${process.env[name]}".`)
  if (!process.env['GROUP_LIMITS']) return
  const { parseGroupLimits } = await import('../../../src/models/group-limits.ts')
  parseGroupLimits(process.env['GROUP_LIMITS'])
}

const take = async (givenPort: string | undefined): Promise<Settings> => {
  const port = parsePort(givenPort || process.env['PORT'])
  const dataDir = resolve(process.env['DATA_DIR'] || join(root, '.local'))
  await requireFree(port)
  await requireModels()
  await requireLocalOidcProviders(port)
  await requireLimits()
  parseAppUrls(process.env['APP_URLS'] ?? '')
  const lock = lockFolder(dataDir)
  requireLayout(dataDir)
  return { port, dataDir, ...lock }
}

let taken: Promise<Settings> | undefined

/** Reads the settings of this process once. Throws one sentence about the first obstacle, before anything starts. */
export const takeSettings = (givenPort?: string): Promise<Settings> => (taken ??= take(givenPort))

/** Prints the error in one line, and ends this process. */
export const exitWithError = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return process.exit(1)
}
