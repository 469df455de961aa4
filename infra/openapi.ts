import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runCommand } from './command.ts'
import { makeLists, sourcesHash, withoutGenerated, writeGenerated } from './generation.ts'

const path = 'src/docs/openapi.yaml'
const file = resolve(import.meta.dirname, '..', path)

const usage = `npm run openapi [-- --check | --generated]
Writes what follows from kinds and endpoints: src/docs/openapi.yaml, which is committed, and the folder .generated,
which is not. --check does not write the document, and fails if it is not up to date; --generated writes .generated
alone.`

const flag = { type: 'boolean' } as const

await runCommand({ usage, options: { check: flag, generated: flag } }, async (values, _, progress) => {
  progress.show('describing the endpoints')
  const madeFrom = sourcesHash()
  makeLists()
  withoutGenerated('endpoints')
  const { filesOfEndpoints } = await import('./openapi/files.ts')
  const { yaml, generated } = await filesOfEndpoints()
  writeGenerated(generated, madeFrom)
  if (values.generated) return '.generated is up to date.'
  if (existsSync(file) && readFileSync(file, 'utf8') === yaml) return 'All generated files are up to date.'
  if (values.check) throw new Error(`Run "npm run openapi" and commit ${path}: the endpoints say otherwise.`)
  writeFileSync(file, yaml)
  return `Written: ${path}.`
})
