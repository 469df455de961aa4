import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureTokenKeys, placeOf, tokenUses } from './keys.ts'

/** `npm run deploy -- --stage x`: makes the keys of tokens if there are none, and deploys with the newest of them. */
const given = process.argv.slice(2)
const text = { type: 'string' } as const
const { values } = parseArgs({ args: given, options: { stage: text, region: text }, strict: false })
const { client, stack } = placeOf(values as { stage?: string; region?: string })
const versions = await Promise.all(
  tokenUses.map(async (use) => `--param=${use}-keys-version=${await ensureTokenKeys(client, stack, use)}`),
)
const { status } = spawnSync('serverless', ['deploy', ...given, ...versions], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exitCode = status ?? 1
