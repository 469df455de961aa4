import { build } from 'esbuild'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadEndpoints, queueFile, queueFunctionName } from '../../infra/endpoints.ts'
import { queueReadsModels, readsModels } from '../../infra/models.ts'
import { queueNames, queueSpec } from '../../src/platform/events/queues.ts'

const root = join(import.meta.dirname, '../..')

const readers = [
  ...(await loadEndpoints()).map(({ name, file, spec }) => ({
    name,
    file,
    reads: readsModels(spec) || spec.oidc !== undefined,
  })),
  ...queueNames.map((queue) => ({
    name: queueFunctionName(queue),
    file: queueFile(queue),
    reads: queueReadsModels(queueSpec(queue)),
  })),
]

/** The files of functions whose code has that of a module, as they are bundled. */
const having = async (module: string): Promise<Set<string>> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: readers.map(({ file }) => file),
    outdir: 'unwritten',
    outbase: '.',
    bundle: true,
    format: 'esm',
    packages: 'external',
    platform: 'node',
    write: false,
    metafile: true,
  })
  const outputs = Object.values(metafile.outputs).filter(
    ({ inputs }) => (inputs[module]?.bytesInOutput ?? 0) > 0,
  )
  return new Set(outputs.map(({ entryPoint = '' }) => entryPoint))
}

test('Documents of settings are read only by functions whose spec says so, and by all that need them', async () => {
  const asking = await having('src/platform/aws/parameter.ts')

  const declared = readers.filter(({ reads }) => reads)
  expect(declared.length).toBeGreaterThan(4)
  expect(declared.map(({ file }) => file).sort()).toEqual([...asking].sort())
})
