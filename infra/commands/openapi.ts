import { runCommand } from '../cli/command.ts'
import {
  addGenerated,
  handlersFile,
  kindLists,
  outdatedAmong,
  sourcesHash,
  withoutGenerated,
  writeCommitted,
  writeGenerated,
} from '../generation/generation.ts'
import { wordFiles } from '../generation/words.ts'

const documentFile = 'src/docs/openapi.yaml'

const usage = `npm run openapi [-- --check | --generated]
Writes the files generated from resource types and endpoints: src/docs/openapi.yaml and the lists in generated, which
are committed, and the folder .generated, which is not. It fails if an operation, a parameter or a field has no
description, or an array of a response no "maxItems". --check does not write the committed files, and also fails if they
are not up to date; --generated only writes .generated, and fails if the lists are not up to date.`

const flag = { type: 'boolean' } as const

const isList = (path: string): boolean => path !== documentFile

const adviceFor = (outdated: string[]): string =>
  `Run "npm run openapi" and commit ${outdated.join(', ')}: the sources have changed.`

await runCommand({ usage, options: { check: flag, generated: flag } }, async (values, _, progress) => {
  progress.show('describing the endpoints')
  const isWriting = !values.check && !values.generated
  // the sources of kinds and endpoints import them
  const words = wordFiles()
  addGenerated(words)
  const lists = kindLists()
  const outdatedLists = outdatedAmong(lists)
  // the endpoints import the lists, and .generated follows from both
  if (isWriting) writeCommitted(lists)
  const madeFrom = sourcesHash()
  withoutGenerated('endpoints')
  const { filesOfEndpoints } = await import('../openapi/files.ts')
  const { yaml, handlers, generated, missing } = await filesOfEndpoints()
  const committed = { [handlersFile]: handlers, [documentFile]: yaml }
  const outdated = [...outdatedLists, ...outdatedAmong(committed)]
  if (isWriting) writeCommitted(committed)
  // code with outdated lists would be deployed without the latest kinds
  else if (outdated.some(isList)) throw new Error(adviceFor(outdated))
  writeGenerated({ ...generated, ...words }, madeFrom)
  if (values.generated) return '.generated is up to date.'
  if (missing.length > 0) throw new Error(missing.join('\n'))
  if (outdated.length === 0) return 'All generated files are up to date.'
  if (values.check) throw new Error(adviceFor(outdated))
  return `Written: ${outdated.join(', ')}.`
})
