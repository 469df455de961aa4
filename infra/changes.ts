import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'

/** A part of Lambda's rules for event filters: a member of an event that must be there. */
type ExistsRule = [{ exists: true }]

/** A pattern of Lambda's event filters: what the members of an event must be like, at any depth. */
export interface Pattern {
  [member: string]: Pattern | ExistsRule
}

/** The names under which items say what they are. */
const typeAttributes = ['entityType', 'kind']

/** What a record shows of an item; of what was removed the old image alone. */
const images = ['NewImage', 'OldImage']

/**
 * Which changes of the table come to the dispatcher: those of things. Words, locks, counters and rows that follow
 * from a thing (`isInternal` in an entity) do not say what they are. A trigger has five patterns at the most
 * (decision 0011).
 */
export const changePatterns: Pattern[] = typeAttributes.flatMap((type) =>
  images.map((image): Pattern => ({ dynamodb: { [image]: { [type]: { S: [{ exists: true }] } } } })),
)

const isRule = (pattern: Pattern | ExistsRule): pattern is ExistsRule => Array.isArray(pattern)

/** Whether Lambda would hand an event over by one pattern. */
export const matches = (event: unknown, pattern: Pattern): boolean =>
  Object.entries(pattern).every(([member, inner]) => {
    const value = (event as Record<string, unknown> | undefined)?.[member]
    return isRule(inner) ? value !== undefined : matches(value, inner)
  })

/** A record of the stream as Lambda hands it over. */
export const asLambdaHasIt = (record: _Record, eventSourceARN: string): DynamoDBRecord => ({
  ...(record as DynamoDBRecord),
  eventSourceARN,
  dynamodb: {
    ...(record.dynamodb as NonNullable<DynamoDBRecord['dynamodb']>),
    ApproximateCreationDateTime: (record.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1_000,
  },
})

/** Whether a change comes to the dispatcher. */
export const isWanted = (record: DynamoDBRecord): boolean =>
  changePatterns.some((pattern) => matches(record, pattern))
