import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureSessionKeys, placeOf } from './keys.ts'

/** `npm run deploy -- --stage x`: makes the session keys if there are none, and deploys with the newest of them. */
const given = process.argv.slice(2)
const text = { type: 'string' } as const
const { values } = parseArgs({ args: given, options: { stage: text, region: text }, strict: false })
const { client, stack } = placeOf(values as { stage?: string; region?: string })
const version = await ensureSessionKeys(client, stack)
const { status } = spawnSync('serverless', ['deploy', ...given, `--param=session-keys-version=${version}`], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exitCode = status ?? 1
