import { worker } from '../../platform/events/worker.ts'
import { generationQueue } from '../generation-queue.ts'
import { Run } from '../generation.ts'
import { giveUp } from '../course-generation.ts'

/** Courses whose making has failed again and again: they are told of, and not left as being made. */
export const giveUpCourse = worker({ queue: generationQueue, isForDeadLetters: true, message: Run }, giveUp)
