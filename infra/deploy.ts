import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { placeOf } from './keys.ts'
import { hashesOf, type OriginSecrets } from './origin-secrets.ts'
import { ensureSecret } from './stack-secrets.ts'
import type { TokenKeys } from './token-keys.ts'

/** `npm run deploy -- --stage x`: makes the stack's secrets if there are none, and deploys with the public keys of today. */
const given = process.argv.slice(2)
const text = { type: 'string' } as const
const options = { stage: text, region: text, param: { ...text, multiple: true } } as const
const { values } = parseArgs({ args: given, options, strict: false })
const { client, stack } = placeOf(values as { stage?: string; region?: string })
const [session, wopi] = (await Promise.all([
  ensureSecret(client, stack, 'session'),
  ensureSecret(client, stack, 'wopi'),
  ensureSecret(client, stack, 'cursor'),
  ensureSecret(client, stack, 'model'),
])) as [TokenKeys, TokenKeys, unknown, unknown]
const keys = [`--param=session-public-keys=${session.public}`, `--param=wopi-public-keys=${wopi.public}`]
if (values.param?.includes('with-distribution=yes')) {
  const origin = (await ensureSecret(client, stack, 'origin')) as OriginSecrets
  keys.push(`--param=origin-secret-id=${origin.current}`, `--param=origin-secret-hashes=${hashesOf(origin)}`)
}
const serverless = join(import.meta.dirname, '../node_modules/serverless/bin/serverless.js')
const { status } = spawnSync(process.execPath, [serverless, 'deploy', ...given, ...keys], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
