import { describe, expect, test } from 'vitest'
import {
  allOf,
  anyOf,
  compare,
  equals,
  exists,
  isAbsent,
  isOneOf,
  isSmaller,
} from '../../src/platform/table/condition.ts'
import { toFilter, toTransactItem, toUpdateInput } from '../../src/platform/table/expression.ts'

const key = { pk: 'a', sk: 'b' }

describe('An update', () => {
  test('sets, increments and removes under a condition', () => {
    const change = {
      set: [[['summary', 'name'], 'Ada'] as const],
      increment: [{ path: ['counters', 'count'], amount: 2 }],
      remove: ['ttl'],
    }

    expect(toUpdateInput({ key, change, require: [exists('pk'), equals('version', 3)] }, 'table')).toEqual({
      TableName: 'table',
      Key: key,
      UpdateExpression:
        'SET #summary.#name = :name, #counters.#count = if_not_exists(#counters.#count, :zero) + :amount REMOVE #ttl',
      ConditionExpression: 'attribute_exists(pk) AND #version = :version',
      ExpressionAttributeNames: {
        '#summary': 'summary',
        '#name': 'name',
        '#counters': 'counters',
        '#count': 'count',
        '#ttl': 'ttl',
        '#version': 'version',
      },
      ExpressionAttributeValues: { ':name': 'Ada', ':zero': 0, ':amount': 2, ':version': 3 },
    })
  })

  test('increments one number from another', () => {
    const change = { increment: [{ path: 'next', amount: 1, from: 'last' }] }

    expect(toUpdateInput({ key, change })).toMatchObject({
      UpdateExpression: 'SET #next = if_not_exists(#last, :zero) + :amount',
    })
  })

  test('omits the condition and the values if there are none', () => {
    const change = { remove: [['summary', 'name']] }

    expect(toUpdateInput({ key, change }, 'table')).toEqual({
      TableName: 'table',
      Key: key,
      UpdateExpression: 'REMOVE #summary.#name',
      ExpressionAttributeNames: { '#summary': 'summary', '#name': 'name' },
    })
  })
})

describe('A condition', () => {
  test('gets parentheses around alternatives', () => {
    const condition = anyOf(isAbsent('pk'), allOf(compare('until', '>', 5), isSmaller('failures', 10)))

    expect(toTransactItem({ remove: key, require: [condition] }).Delete).toMatchObject({
      ConditionExpression: '(attribute_not_exists(pk) OR (#until > :until AND size(#failures) < :size))',
    })
  })

  test('distinguishes values of one name, and names that differ by a sign', () => {
    const require = [equals('a-b', 1), equals('a.b', 2), compare('a-b', '<', 1)]

    expect(toTransactItem({ key, require }).ConditionCheck).toMatchObject({
      ConditionExpression: '#a_b = :a_b AND #a_b_2 = :a_b_2 AND #a_b < :a_b',
      ExpressionAttributeNames: { '#a_b': 'a-b', '#a_b_2': 'a.b' },
      ExpressionAttributeValues: { ':a_b': 1, ':a_b_2': 2 },
    })
  })
})

describe('A filter', () => {
  test('omits redundant parentheses', () => {
    const among = (...values: string[]) => anyOf(...values.map((value) => equals(['summary', 'name'], value)))

    expect(toFilter(allOf(among('Ada')))).toMatchObject({ FilterExpression: '#summary.#name = :v' })
    expect(toFilter(allOf(among('Ada', 'Grace'), exists('ttl')))).toMatchObject({
      FilterExpression: '((#summary.#name = :v OR #summary.#name = :v_2) AND attribute_exists(#ttl))',
      ExpressionAttributeValues: { ':v': 'Ada', ':v_2': 'Grace' },
    })
  })

  test('lists the values of one path', () => {
    expect(toFilter(isOneOf('name', ['Ada', null]))).toMatchObject({
      FilterExpression: '#name IN (:v, :v_2)',
      ExpressionAttributeValues: { ':v': 'Ada', ':v_2': null },
    })
  })
})
