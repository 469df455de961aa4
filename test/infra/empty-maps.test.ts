import { expect, test } from 'vitest'
import { withEmptyMaps } from '../../infra/local/lambda/empty-maps.ts'

test('Restores empty maps at any depth in records of DynamoDB Local, which omit their type', () => {
  const given = { a: {}, b: { M: { c: {} } }, d: { L: [{}, { S: '' }] }, e: { NULL: true }, f: { L: [] } }

  const { dynamodb } = withEmptyMaps({ dynamodb: { NewImage: given as never } })

  const empty = { M: {} }
  expect(dynamodb).toEqual({
    NewImage: { ...given, a: empty, b: { M: { c: empty } }, d: { L: [empty, { S: '' }] } },
  })
})
