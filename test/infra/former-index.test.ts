import { expect, test } from 'vitest'
import { recheckDocuments } from '../../infra/indexed-documents.ts'
import { formerIndexHint } from '../../infra/local/former-index.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { world } from '../support/world.ts'

const hint = () => formerIndexHint(world().endpoints.dynamodb, world().tableName)

test('data from a version with another search are reported to need an index, until it is made', async () => {
  const row = { pk: 'search#wiki.page#we', sk: 'welcome#1' }
  const before = await hint()
  await writeBatch([row], [])
  const then = await hint()
  await recheckDocuments([row])

  expect(before).toBeUndefined()
  expect(then).toMatch(/not all of them are found\. Index them: npm run replay -- --only search$/)
  expect(await hint()).toBeUndefined()
})
