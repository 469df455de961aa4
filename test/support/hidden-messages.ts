import { ChangeMessageVisibilityBatchCommand, SQSClient } from '@aws-sdk/client-sqs'

/** Visibility timeout of messages in settle() (s): longer than any test takes. */
export const hiddenSeconds = 600

/** Receipt handles of messages with this timeout that are being processed. */
const hidden = new Set<string>()

/** Processes messages without calls that extend their visibility timeout: those would be a tenth of all calls. */
export const whileHidden = async <Result>(
  records: readonly { receiptHandle: string }[],
  work: () => Promise<Result>,
): Promise<Result> => {
  for (const { receiptHandle } of records) hidden.add(receiptHandle)
  try {
    return await work()
  } finally {
    for (const { receiptHandle } of records) hidden.delete(receiptHandle)
  }
}

const isNeedless = (command: object) =>
  command instanceof ChangeMessageVisibilityBatchCommand &&
  (command.input.Entries ?? []).every(({ ReceiptHandle = '' }) => hidden.has(ReceiptHandle))

type Send = (this: SQSClient, command: object, ...more: unknown[]) => unknown

const { prototype } = SQSClient
const send: Send = Reflect.get(prototype, 'send') as Send

Object.assign(prototype, {
  send(this: SQSClient, command: object, ...more: unknown[]) {
    return isNeedless(command) ? Promise.resolve({ Successful: [] }) : send.call(this, command, ...more)
  },
})
