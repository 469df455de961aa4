import { worker } from '../../platform/events/worker.ts'
import { texts } from '../queues.ts'
import { giveUpText as giveUp } from '../text/text-making.ts'

/** Texts whose making has failed again and again: whoever waits for one is told. */
export const giveUpText = worker(
  texts,
  { isForDeadLetters: true, profile: 'fileworker' },
  ({ file_id, object_id }) => giveUp(file_id, object_id),
)
