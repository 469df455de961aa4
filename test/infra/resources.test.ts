import { build } from 'esbuild'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import type { Resource } from '../../src/platform/resource.ts'
import { resources } from '../../src/resources.ts'

const root = join(import.meta.dirname, '../..')

/** The sources of which code is in the bundle of a function, made as `npm run package` does. */
const sourcesIn = async (file: string): Promise<string[]> => {
  const { metafile } = await build({
    ...packaged,
    absWorkingDir: root,
    entryPoints: [file],
    outfile: 'function.mjs',
    metafile: true,
    write: false,
  })
  const outputs = Object.values(metafile.outputs)
  return outputs
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : []))
}

describe('A resource', () => {
  test.each(Object.entries(resources))('%s is of the type that it stands under', async (type, load) => {
    const resource: Resource = await load()

    expect(resource.type).toBe(type)
  })
})

describe('The bundle of a function', () => {
  test('has all resources when it asks for one', async () => {
    const sources = await sourcesIn('src/files/endpoints/read-file.ts')

    expect(sources).toContain('src/platform/resource-registry.ts')
    expect(sources).toContain('src/chats/message-resource.ts')
    expect(sources).toContain('src/lms/course-resource.ts')
  })

  test('has none when it only uses the schema of attachments', async () => {
    const sources = await sourcesIn('src/task/endpoints/list-tasks.ts')

    expect(sources).toContain('src/files/attachment.ts')
    expect(sources.filter((source) => /resource(-registry|s)?\.ts$/.test(source))).toEqual([])
  })
})
