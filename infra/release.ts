import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.ts'
import { frozenOf } from './frozen.ts'
import { composeTemplate } from './template.ts'

const usage = `npm run release
Records what no later update of a stack may change. Run it only to release a version.`

/** What test/infra/frozen.test.ts compares the template with. */
await runCommand({ usage, options: {} }, async () => {
  const file = join(import.meta.dirname, '../test/infra/released-template.json')
  const frozen = frozenOf(await composeTemplate())
  writeFileSync(file, `${JSON.stringify(frozen, null, 2)}\n`)
  return `${Object.keys(frozen).length} resources are recorded in ${file}.`
})
