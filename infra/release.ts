import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.ts'
import { loadEndpoints } from './endpoints.ts'
import { frozenOf } from './frozen.ts'
import { openApiDocument } from './openapi/document.ts'
import { linesOf, withoutProse } from './released-document.ts'
import { composeTemplate } from './template.ts'

const usage = `npm run release
Writes test/infra/released-{template,openapi}.json: what no later update of a stack and no later version of the API may
change. Run it only to release a version.`

/** Records the references for test/infra/frozen.test.ts and test/infra/released-api.test.ts. */
await runCommand({ usage, options: {} }, async (_, __, progress) => {
  progress.show('composing the template and the document')
  const folder = join(import.meta.dirname, '../test/infra')
  const frozen = frozenOf(await composeTemplate())
  writeFileSync(join(folder, 'released-template.json'), `${JSON.stringify(frozen, null, 2)}\n`)
  const document = withoutProse(openApiDocument(await loadEndpoints())) as { paths: object }
  writeFileSync(join(folder, 'released-openapi.json'), `${linesOf(document)}\n`)
  const [resources, paths] = [frozen, document.paths].map((part) => Object.keys(part).length)
  return `${resources} resources and ${paths} paths are recorded in ${folder}.`
})
