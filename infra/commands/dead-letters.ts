import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs'
import { deadLetterQueue, messageIn, queueNames, type QueueName } from '../../src/platform/events/queues.ts'
import { environment } from '../../src/platform/runtime/environment.ts'
import { runCommand, targetOptions } from '../cli/command.ts'
import { enterService } from '../operation/stack.ts'

const usage = `npm run dead-letters -- [--kind wiki-news] [--again] [--stage <stage>]
Counts the dead letters, by queue and kind. With --again, it sends them to their queue again, after the cause is fixed;
with --kind, only those of one kind.
With a stage, it needs AWS credentials in the environment. Without, it uses the service on this machine: the one in
DATA_DIR, otherwise in .local, otherwise the only other one started from this folder.`

interface Wanted {
  kind?: string | undefined
  /** True to send the messages to their queue again. */
  again?: boolean | undefined
}

/** Visibility timeout of a dead letter while this command reads the queue, in seconds. */
const hiddenSeconds = 300

/** Receives all dead letters of a queue; other consumers cannot see them until the visibility timeout ends. */
const receiveDeadLetters = async (sqs: SQSClient, QueueUrl: string) => {
  const letters: Message[] = []
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: 10,
    MessageAttributeNames: ['reason'],
    VisibilityTimeout: hiddenSeconds,
    WaitTimeSeconds: 1,
  })
  for (;;) {
    const { Messages = [] } = await sqs.send(command)
    if (Messages.length === 0) return letters
    letters.push(...Messages)
  }
}

/**
 * Returns the kind of each matching dead letter of a queue, with the reason if it is known. Sends these messages to
 * their queue again if requested.
 */
const listDeadLetters = async (sqs: SQSClient, queue: QueueName, { kind: wanted, again }: Wanted) => {
  const dead = environment.queueUrl(deadLetterQueue(queue))
  const own = environment.queueUrl(queue)
  const kinds: string[] = []
  for (const { Body: MessageBody, ReceiptHandle, MessageAttributes } of await receiveDeadLetters(sqs, dead)) {
    const { kind } = messageIn(queue, MessageBody as string)
    const isWanted = wanted === undefined || kind === wanted
    const reason = MessageAttributes?.['reason']?.StringValue
    if (isWanted) kinds.push(reason === undefined ? kind : `${kind}: ${reason}`)
    const letter = { QueueUrl: dead, ReceiptHandle }
    if (isWanted && again) {
      await sqs.send(new SendMessageCommand({ QueueUrl: own, MessageGroupId: kind, MessageBody }))
      await sqs.send(new DeleteMessageCommand(letter))
    } else await sqs.send(new ChangeMessageVisibilityCommand({ ...letter, VisibilityTimeout: 0 }))
  }
  return kinds
}

/**
 * Returns the number of matching dead letters, keyed by `queue kind` or `queue kind: reason`. Reads the queues
 * concurrently, because an empty queue takes one second.
 */
export const deadLettersByKind = async (wanted: Wanted): Promise<Map<string, number>> => {
  const sqs = new SQSClient({})
  const counts = new Map<string, number>()
  const kinds = await Promise.all(queueNames.map((queue) => listDeadLetters(sqs, queue, wanted)))
  for (const [index, queue] of queueNames.entries())
    for (const kind of kinds[index] ?? [])
      counts.set(`${queue} ${kind}`, (counts.get(`${queue} ${kind}`) ?? 0) + 1)
  sqs.destroy()
  return counts
}

if (import.meta.main)
  await runCommand(
    { usage, options: { kind: { type: 'string' }, again: { type: 'boolean' }, ...targetOptions } },
    async (values, _, progress) => {
      await enterService(values, progress)
      progress.show('reading the queues')
      const lines = [...(await deadLettersByKind(values))].map(([name, count]) => `${count} ${name}`)
      if (lines.length === 0) return 'No dead letters.'
      return [...lines, ...(values.again ? ['They were sent again.'] : [])].join('\n')
    },
  )
