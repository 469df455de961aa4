import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runCommand } from '../cli/command.ts'
import { makeLists, sourcesHash, withoutGenerated, writeGenerated } from '../generation/generation.ts'

const path = 'src/docs/openapi.yaml'
const file = resolve(import.meta.dirname, '../..', path)

const usage = `npm run openapi [-- --check | --generated]
Writes the files generated from resource types and endpoints: src/docs/openapi.yaml, which is committed, and the folder
.generated, which is not. It fails if an operation, a parameter or a field has no description, or an array of a response
no "maxItems". --check does not write the document, and also fails if it is not up to date; --generated only writes
.generated.`

const flag = { type: 'boolean' } as const

await runCommand({ usage, options: { check: flag, generated: flag } }, async (values, _, progress) => {
  progress.show('describing the endpoints')
  const madeFrom = sourcesHash()
  makeLists()
  withoutGenerated('endpoints')
  const { filesOfEndpoints } = await import('../openapi/files.ts')
  const { yaml, generated, missing } = await filesOfEndpoints()
  writeGenerated(generated, madeFrom)
  if (values.generated) return '.generated is up to date.'
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === yaml
  if (!isCurrent && !values.check) writeFileSync(file, yaml)
  if (missing.length > 0) throw new Error(missing.join('\n'))
  if (isCurrent) return 'All generated files are up to date.'
  if (values.check)
    throw new Error(`Run "npm run openapi" and commit ${path}: it differs from the endpoints.`)
  return `Written: ${path}.`
})
