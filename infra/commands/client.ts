import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientSource, type ApiDocument } from '../client/source.ts'
import { defaultRegion, runCommand, targetOptions } from '../cli/command.ts'
import { ensureGenerated, generatedFolder } from '../generation/generation.ts'
import { addressesOfStage } from '../smoke/address.ts'

const usage = `npm run -s client -- [--out client.ts] [--url https://…] [--stage x] [--region r]

Writes a typed client of the API as one file of TypeScript that imports nothing; without --out, to the terminal. It is
made from the document of this version, or with --url or --stage from the /openapi.json of a running service.`

const loadApiDocument = async (url: string | undefined): Promise<ApiDocument> => {
  if (!url) {
    ensureGenerated()
    const file = join(generatedFolder, 'openapi.json')
    return JSON.parse(readFileSync(file, 'utf8')) as ApiDocument
  }
  const address = `${url.replace(/\/+$/, '')}/openapi.json`
  const response = await fetch(address).catch((error: unknown) => {
    throw new Error(`${address} did not answer.`, { cause: error })
  })
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return (await response.json()) as ApiDocument
}

await runCommand(
  { usage, options: { out: { type: 'string' }, url: { type: 'string' }, ...targetOptions } },
  async ({ out, url, stage, region = defaultRegion }, _, progress) => {
    progress.show('reading the document')
    const document = await loadApiDocument(stage ? (await addressesOfStage(stage, region)).url : url)
    const source = clientSource(document)
    if (!out) return source.trimEnd()
    writeFileSync(out, source)
    return `${out} is the client of ${document.info.title} ${document.info.version}.`
  },
)
