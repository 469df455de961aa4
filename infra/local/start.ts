import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refuse, root, takeSettings } from './settings.ts'

const usage = `Usage: npm start

Starts the service with its embedded world, until Ctrl-C. Settings are variables of the environment:
  PORT                       where it listens on 127.0.0.1, 3000 when absent
  DATA_DIR                   where its data lie, .local when absent
  DEMO=no                    makes people only, no demo content
  MODELS, MODEL_KEYS         models beside the embedded one (README, "Models")
  WOPI_CLIENT_URL            the editing server; with WOPI_CLIENT_PRIVATE=yes it may have a private address
  AWS_ENDPOINT_URL_DYNAMODB  a DynamoDB to be used instead of the embedded one
`

/**
 * Says at once what is in the way; what takes seconds to load is loaded afterwards, from the second time on compiled.
 */
const start = async (): Promise<void> => {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } })
  if (values.help) return void process.stdout.write(usage)
  await takeSettings()
  enableCompileCache(join(root, 'node_modules/.cache/compiled'))
  const { serve } = await import('./service.ts')
  await serve()
}

await start().catch(refuse)
