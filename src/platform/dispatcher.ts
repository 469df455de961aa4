import { unmarshall } from '@aws-sdk/util-dynamodb'
import middy from '@middy/core'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { log } from './log.ts'
import { send, type Message } from './queue.ts'
import { inRequest } from './request-context.ts'
import type { Item } from './table.ts'

/** A thing before and after a change; undefined before it was made and after it was removed. */
export interface Change<T> {
  before: T | undefined
  after: T | undefined
}

/** What follows from the changes of one kind of thing. */
export interface Reaction {
  kind: string
  react: (before: Item | undefined, after: Item | undefined) => Promise<Message[]>
}

/**
 * What is to happen after a thing of `entity` has changed: messages to be sent, or writes that `react` makes itself.
 * It may run more than once for a change and must come to the same.
 */
export const after = <T>(
  entity: { name: string; read: (item: Item) => T },
  react: (change: Change<T>) => Message[] | Promise<Message[]>,
): Reaction => ({
  kind: entity.name,
  react: async (before, after) =>
    react({ before: before && entity.read(before), after: after && entity.read(after) }),
})

type Image = Parameters<typeof unmarshall>[0] | undefined

const itemOf = (image: unknown) => (image ? (unmarshall(image as NonNullable<Image>) as Item) : undefined)

/**
 * The Lambda that reads the table's stream and sees to what follows. Changes of one item stay in their order. It stops
 * at the first that fails and reports it, so that Lambda goes on from there (and bisects, infra/functions.ts).
 */
export const dispatcher = (reactions: Reaction[]) => {
  const dispatch = async ({ dynamodb, eventID }: DynamoDBRecord) => {
    const before = itemOf(dynamodb?.OldImage)
    const after = itemOf(dynamodb?.NewImage)
    const kind = (after ?? before)?.['kind']
    const messages: Message[] = []
    for (const reaction of reactions)
      if (reaction.kind === kind) messages.push(...(await reaction.react(before, after)))
    await inRequest({ requestId: eventID ?? '' }, () => send(messages))
  }
  return middy<DynamoDBStreamEvent>().handler(
    async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
      for (const record of event.Records)
        try {
          await dispatch(record)
        } catch (error) {
          log.error('change failed', error, { event_id: record.eventID })
          return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber as string }] }
        }
      return { batchItemFailures: [] }
    },
  )
}
