import { build } from 'esbuild'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { functions } from '../../infra/functions/functions.ts'
import { loadEndpoints, queueFile, queueFunctionName } from '../../infra/generation/endpoints.ts'
import { queueReadsModels, readsModels } from '../../infra/functions/models.ts'
import { queueNames, queueSpec } from '../../src/platform/events/queues.ts'

const root = join(import.meta.dirname, '../..')

const readers = [
  ...(await loadEndpoints()).map(({ functionName: name, file, spec }) => ({
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

const { metafile, outputFiles } = await build({
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

/** Returns the files of functions whose bundle contains a module. */
const having = (module: string): string[] =>
  Object.values(metafile.outputs)
    .filter(({ inputs }) => (inputs[module]?.bytesInOutput ?? 0) > 0)
    .map(({ entryPoint = '' }) => entryPoint)

test('Exactly the functions whose spec asks for settings documents read them', () => {
  const asking = new Set(having('src/platform/aws/parameter.ts'))

  const declared = readers.filter(({ reads }) => reads)
  expect(declared.length).toBeGreaterThan(4)
  expect(declared.map(({ file }) => file).sort()).toEqual([...asking].sort())
})

/** Code that reads settings which only some functions have (src/platform/runtime/environment.ts). */
const settings = {
  LIMIT_GENERATING: 'limitOf("GENERATING"',
  LIMIT_JOBS: 'limitOf("JOBS"',
  LIMIT_REPLIES: 'limitOf("REPLIES"',
  LIMIT_STORAGE_GB: 'limitOf("STORAGE_GB"',
  LIMIT_TOKENS: 'limitOf("TOKENS"',
  MAIL_CONFIGURATION_SET: 'mailEnvironment.configurationSet',
  MAIL_FROM: 'mailEnvironment.from',
  MAIL_INBOUND: 'mailEnvironment.inbound',
  OIDC_PROVIDERS_PARAMETER: 'signInEnvironment.oidcProvidersParameter',
  PASSWORD_LOGIN: 'signInEnvironment.passwordLogin',
  PICTURE_ORIGIN: 'pictureEnvironment.origin',
  SENDS_MAIL: 'mailEnvironment.isSent',
}

test.each(Object.entries(settings))(
  '%s exists for every function whose code reads it',
  async (name, read) => {
    const deployed = (await functions('prod')) as unknown as Record<string, { environment: object }>
    const reading = readers.filter(({ file }) =>
      outputFiles.some(
        ({ path, text }) => path.endsWith(`unwritten/${file.replace(/ts$/, 'js')}`) && text.includes(read),
      ),
    )

    const lacking = reading.filter(({ name: of }) => !Object.hasOwn(deployed[of]?.environment ?? {}, name))
    expect(reading).not.toEqual([])
    expect(lacking.map(({ name: of }) => of)).toEqual([])
  },
)
