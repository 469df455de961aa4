import { describe, expect, test } from 'vitest'
import {
  allOf,
  anyOf,
  compare,
  equals,
  exists,
  isAbsent,
  isSmaller,
  toCondition,
  toUpdateExpression,
} from '../../src/platform/table/expression.ts'

describe('An update expression', () => {
  test('sets, increments and removes under a condition', () => {
    const update = toUpdateExpression({
      set: [[['summary', 'name'], 'Ada']],
      increment: [{ path: ['counters', 'count'], amount: 2 }],
      remove: ['ttl'],
      require: [exists('pk'), equals('version', 3)],
    })

    expect(update).toEqual({
      UpdateExpression:
        'SET #summary.#name = :name, #counters.#count = if_not_exists(#counters.#count, :zero) + :amount REMOVE #ttl',
      ConditionExpression: 'attribute_exists(#pk) AND #version = :version',
      ExpressionAttributeNames: {
        '#summary': 'summary',
        '#name': 'name',
        '#counters': 'counters',
        '#count': 'count',
        '#ttl': 'ttl',
        '#pk': 'pk',
        '#version': 'version',
      },
      ExpressionAttributeValues: { ':name': 'Ada', ':zero': 0, ':amount': 2, ':version': 3 },
    })
  })

  test('increments one number from another', () => {
    const { UpdateExpression } = toUpdateExpression({
      increment: [{ path: 'next', amount: 1, from: 'last' }],
    })

    expect(UpdateExpression).toBe('SET #next = if_not_exists(#last, :zero) + :amount')
  })

  test('has no condition and no values where there are none', () => {
    const update = toUpdateExpression({ remove: [['summary', 'name']] })

    expect(update).toEqual({
      UpdateExpression: 'REMOVE #summary.#name',
      ExpressionAttributeNames: { '#summary': 'summary', '#name': 'name' },
    })
  })
})

describe('A condition', () => {
  test('is joined in parentheses', () => {
    const { ConditionExpression } = toCondition(
      anyOf(isAbsent('pk'), allOf(compare('until', '>', 5), isSmaller('failures', 10))),
    )

    expect(ConditionExpression).toBe(
      '(attribute_not_exists(#pk) OR (#until > :until AND size(#failures) < :size))',
    )
  })

  test('keeps apart values of one name, and names that differ by a sign', () => {
    const condition = toCondition(equals('a-b', 1), equals('a.b', 2), compare('a-b', '<', 1))

    expect(condition).toEqual({
      ConditionExpression: '#a_b = :a_b AND #a_b_2 = :a_b_2 AND #a_b < :a_b',
      ExpressionAttributeNames: { '#a_b': 'a-b', '#a_b_2': 'a.b' },
      ExpressionAttributeValues: { ':a_b': 1, ':a_b_2': 2 },
    })
  })
})
