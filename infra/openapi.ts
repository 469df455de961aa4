import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runCommand } from './command.ts'
import { makeLists, sourcesHash, withoutGenerated, writeGenerated } from './generation.ts'

const root = resolve(import.meta.dirname, '..')

const usage = `npm run openapi [-- --check | --generated]
Writes what follows from kinds and endpoints: src/docs/openapi.yaml and src/queues, which are committed, and the folder
.generated, which is not. --check writes no committed file, and fails if one is not up to date; --generated
writes .generated alone.`

const flag = { type: 'boolean' } as const

const isCurrent = ([path, content]: [string, string]): boolean =>
  existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === content

await runCommand({ usage, options: { check: flag, generated: flag } }, async (values, _, progress) => {
  progress.show('describing the endpoints')
  const madeFrom = sourcesHash()
  makeLists()
  withoutGenerated('endpoints')
  const { filesOfEndpoints } = await import('./openapi/files.ts')
  const { committed, generated } = await filesOfEndpoints()
  writeGenerated(generated, madeFrom)
  if (values.generated) return '.generated is up to date.'
  const stale = Object.entries(committed).filter((file) => !isCurrent(file))
  const names = stale.map(([path]) => path).join(', ')
  if (stale.length === 0) return 'All generated files are up to date.'
  if (values.check) throw new Error(`Run "npm run openapi" and commit ${names}: the endpoints say otherwise.`)
  for (const [path, content] of stale) writeFileSync(join(root, path), content)
  return `Written: ${names}.`
})
