import { build } from 'esbuild'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import { toJSONSchema } from '../../src/platform/schema/schema.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'

const source = join(import.meta.dirname, '../../src/wiki/endpoints/create-page.ts')

const descriptionsIn = (value: unknown): string[] =>
  value instanceof Object
    ? Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
        name === 'description' && typeof part === 'string' ? [part] : descriptionsIn(part),
      )
    : []

test('A packaged function contains no descriptions of request and response fields', async () => {
  const { outputFiles } = await build({
    ...packaged,
    plugins: [...packaged.plugins],
    entryPoints: [source],
    write: false,
  })
  const { body, response } = createPage.spec
  const described = descriptionsIn(
    [body, response].map((schema) => schema && toJSONSchema(schema, { io: 'input' })),
  )

  expect(described.length).toBeGreaterThan(10)
  expect(described.filter((text) => outputFiles[0]?.text.includes(text))).toEqual([])
})
