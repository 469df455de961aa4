import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, UsageError } from '../cli/command.ts'
import { loadEndpoints } from '../generation/endpoints.ts'
import { toFrozen } from '../release/frozen.ts'
import { openApiDocument } from '../openapi/document.ts'
import { formatDocument, withoutProse } from '../release/released-document.ts'
import { composeTemplate } from '../template/template.ts'

const usage = `npm run release
Writes test/infra/released-{commit,template,openapi}.json: the commit whose data later versions read and write, and
everything that later updates of a stack and later versions of the API must not change. Run it only to release a
version, with all changes committed.`

const root = join(import.meta.dirname, '../..')
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

/** Records the references for test/infra/{frozen,released-api}.test.ts and released-service.system.test.ts. */
await runCommand({ usage, options: {} }, async (_, __, progress) => {
  if (git('status', '--porcelain') !== '')
    throw new UsageError('There are uncommitted changes. Commit them first: a release is a commit.')
  progress.show('composing the template and the document')
  const folder = join(root, 'test/infra')
  writeFileSync(join(folder, 'released-commit.json'), `{ "commit": "${git('rev-parse', 'HEAD')}" }\n`)
  const frozen = toFrozen(await composeTemplate())
  writeFileSync(join(folder, 'released-template.json'), `${JSON.stringify(frozen, null, 2)}\n`)
  const document = withoutProse(openApiDocument(await loadEndpoints())) as { paths: object }
  writeFileSync(join(folder, 'released-openapi.json'), `${formatDocument(document)}\n`)
  const [resources, paths] = [frozen, document.paths].map((part) => Object.keys(part).length)
  return `${resources} resources and ${paths} paths are recorded in ${folder}.`
})
