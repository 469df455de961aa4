import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readArguments } from '../cli/command.ts'
import { exitWithError, root, takeSettings } from '../local/settings/settings.ts'

const usage = `npm start

Starts the service with embedded dependencies and demo data, until Ctrl-C. Settings are environment variables:
  PORT                       its port on 127.0.0.1, by default 3000
  DATA_DIR                   its data folder, by default .local
  DEMO=no                    creates people only, no demo content
  MODELS, MODEL_KEYS         models besides the embedded one (infra/local/README.md)
  OIDC_PROVIDERS, OIDC_SECRETS
                             single sign-on; PASSWORD_LOGIN=no restricts passwords to administrators
  OIDC=demo                  also starts a provider of single sign-on, with the people of the demo
  LIMIT_STORAGE_GB           gigabytes of files per person; LIMIT_GENERATING courses being generated; LIMIT_JOBS jobs
  LIMIT_REPLIES              replies of assistants per hour and person; LIMIT_TOKENS tokens of models per month
  WOPI_CLIENT_URL            the editing server; WOPI_CLIENT_PRIVATE=yes allows a private address
  WEBHOOK_LOOPBACK=yes       lets webhooks call this machine by https (infra/local/README.md)
  LOG=json                   writes JSON lines, as deployed; NO_COLOR=1 turns colors off
  AWS_ENDPOINT_URL_DYNAMODB  a DynamoDB to use instead of the embedded one
`

/** Reports obstacles at once; then loads modules that take seconds, with a compile cache from the second start on. */
const start = async (): Promise<void> => {
  readArguments({ usage, options: {} })
  await takeSettings()
  enableCompileCache(join(root, 'node_modules/.cache/compiled'))
  const { serve } = await import('../local/service/service.ts')
  await serve()
}

await start().catch(exitWithError)
