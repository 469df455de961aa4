import { worker } from '../../platform/events/worker.ts'
import { generations } from '../queues.ts'
import { giveUp } from '../generation/course-generation.ts'

/** Courses whose making has failed again and again: they are told of, and not left as being made. */
export const giveUpCourse = worker(generations, { isForDeadLetters: true }, giveUp)
