import { sweepChat as chatSweeps } from '../chats/workers/sweep-chat.ts'
import { sweepObject as looseObjects } from '../files/workers/sweep-object.ts'
import { sweepCourses as lmsSweeps } from '../lms/workers/sweep-courses.ts'
import { sweepTasks as taskSweeps } from '../task/workers/sweep-tasks.ts'
import { workOnEntry as trashEntries } from '../trash/workers/work-on-entry.ts'
import { moveTree as wikiTreeMoves } from '../wiki/workers/move-tree.ts'
import { sweepPages as wikiSweeps } from '../wiki/workers/sweep-pages.ts'
import { queueFunction } from '../platform/events/queue-function.ts'

/** Written by `npm run openapi`: the workers by the kinds of their messages. */
export const sweepsQueue = queueFunction('sweeps', {
  'chat-sweeps': chatSweeps,
  'loose-objects': looseObjects,
  'lms-sweeps': lmsSweeps,
  'task-sweeps': taskSweeps,
  'trash-entries': trashEntries,
  'wiki-tree-moves': wikiTreeMoves,
  'wiki-sweeps': wikiSweeps,
})
