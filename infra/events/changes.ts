import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'

/** Rule of a Lambda event filter: the field must exist. */
type ExistsRule = [{ exists: true }]

/** Pattern of a Lambda event filter: rules for the fields of an event, at any depth. */
export interface Pattern {
  [member: string]: Pattern | ExistsRule
}

/** Attributes that contain the type of an item. */
const typeAttributes = ['entityType', 'kind']

/** Images of an item in a stream record; the record of a removal has only the old one. */
const images = ['NewImage', 'OldImage']

/**
 * Event filters of the dispatcher: it receives changes of domain items only. Index terms, locks, counters and rows
 * derived from an item (`isInternal` in an entity) have no type attribute. A trigger has at most five patterns
 * (decision 0011).
 */
export const changePatterns: Pattern[] = typeAttributes.flatMap((type) =>
  images.map((image): Pattern => ({ dynamodb: { [image]: { [type]: { S: [{ exists: true }] } } } })),
)

const isExistsRule = (pattern: Pattern | ExistsRule): pattern is ExistsRule => Array.isArray(pattern)

export const matchesChange = (event: unknown, pattern: Pattern): boolean =>
  Object.entries(pattern).every(([member, inner]) => {
    const value = (event as Record<string, unknown> | undefined)?.[member]
    return isExistsRule(inner) ? value !== undefined : matchesChange(value, inner)
  })

/** Converts a record of the stream into the form in which Lambda delivers it. */
export const asLambdaHasIt = (record: _Record, eventSourceARN: string): DynamoDBRecord => ({
  ...(record as DynamoDBRecord),
  eventSourceARN,
  dynamodb: {
    ...(record.dynamodb as NonNullable<DynamoDBRecord['dynamodb']>),
    ApproximateCreationDateTime: (record.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1_000,
  },
})

/** Returns true if the dispatcher receives a change. */
export const isDispatched = (record: DynamoDBRecord): boolean =>
  changePatterns.some((pattern) => matchesChange(record, pattern))
