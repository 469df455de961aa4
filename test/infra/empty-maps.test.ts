import { expect, test } from 'vitest'
import { withEmptyMaps } from '../../infra/local/empty-maps.ts'

test('An empty map in a record of DynamoDB Local, which says nothing of it, is one, at any depth', () => {
  const given = { a: {}, b: { M: { c: {} } }, d: { L: [{}, { S: '' }] }, e: { NULL: true }, f: { L: [] } }

  const { dynamodb } = withEmptyMaps({ dynamodb: { NewImage: given as never } })

  const empty = { M: {} }
  expect(dynamodb).toEqual({
    NewImage: { ...given, a: empty, b: { M: { c: empty } }, d: { L: [empty, { S: '' }] } },
  })
})
