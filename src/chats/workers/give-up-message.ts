import { worker } from '../../platform/events/worker.ts'
import { answerQueue, Place } from '../answer-queue.ts'
import { giveUp } from '../answering.ts'

/** Replies that have failed again and again: they say so, and can be asked for again. */
export const giveUpMessage = worker({ queue: answerQueue, isForDeadLetters: true, message: Place }, giveUp)
