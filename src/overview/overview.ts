import { docs } from '#docs'
import { answeredArray, answeredCount, answeredText, Person, timestamp } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'

const day = z.string().meta(docs('A day (UTC).', { format: 'date' }))

const People = z.described(docs('Numbers of users, without erased ones.', { id: 'PeopleCounts' }), {
  active: answeredCount.meta(docs('People who have signed in before and may sign in.')),
  invited: answeredCount.meta(docs('People who may sign in and have not done so yet.')),
  deactivated: answeredCount.meta(docs('People who may not sign in.')),
  service_accounts: answeredCount.meta(docs('Service accounts, including deactivated ones.')),
})

const Storage = z.described(docs('Files and their size, with former versions.', { id: 'StorageCounts' }), {
  files: answeredCount.meta(docs('Number of uploaded files, except those in the trash.')),
  bytes: answeredCount.meta(docs('Their size in bytes.')),
  trashed_files: answeredCount.meta(docs('Number of files in the trash.')),
  trashed_bytes: answeredCount.meta(docs('Their size in bytes.')),
})

const Kind = z.described(docs('Number of resources of a type.', { id: 'ResourceCount' }), {
  type: answeredText(100).meta(docs('Type of the resources.', { examples: ['wiki_page'] })),
  count: answeredCount.meta(
    docs(
      'Number of resources, except those in the trash; what belongs to a space or project in the trash counts.',
    ),
  ),
  trashed: answeredCount.meta(docs('Number of resources in the trash, with all pages below a page.')),
})

const Action = z.described(docs('Number of recorded actions of one kind.', { id: 'ActionCount' }), {
  action: answeredText(100).meta(
    docs('The action, as in the audit log.', { examples: ['wiki_page.updated'] }),
  ),
  count: answeredCount.meta(docs('Number of these actions.')),
})

/** Maximum number of distinct actions of a day. */
const maxActions = 500

const Day = z.described(docs('Activity of a day.', { id: 'DayActivity' }), {
  day,
  people: answeredCount.meta(
    docs('Number of people and service accounts who signed in, changed something or ran an audited read.'),
  ),
  actions: answeredArray(Action, maxActions).meta(docs('Actions of the day, sorted by name.')),
  counted_at: timestamp
    .nullable()
    .meta(docs('Time of the count; null for a day without actions, or before its first count.')),
})

/** Maximum number of rows about the use of models. */
const maxUses = 13_000

const Use = z.described(docs('Use of a model in a month.', { id: 'ModelUse' }), {
  month: answeredText(7).meta(docs('The month (UTC).', { examples: ['2026-03'] })),
  model: answeredText(100).meta(docs('ID of the model.', { examples: ['extractive'] })),
  group: Person.nullable().meta(
    docs('Group whose members used the model; null for everybody, with or without a group.'),
  ),
  replies: answeredCount.meta(docs('Number of replies of assistants.')),
  input_tokens: answeredCount.meta(docs('Number of tokens read.')),
  output_tokens: answeredCount.meta(docs('Number of tokens written.')),
})

const Queue = z.described(docs('Work in the background of one kind.', { id: 'QueueCounts' }), {
  name: answeredText(100).meta(docs('Name of the queue.', { examples: ['notices'] })),
  waiting: answeredCount.nullable().meta(docs('Approximate number of waiting messages; null if unknown.')),
  failed: answeredCount
    .nullable()
    .meta(docs('Approximate number of messages that failed for good (dead letters); null if unknown.')),
})

export const Overview = z.described(docs('Figures of the whole platform.', { id: 'Overview' }), {
  people: People,
  groups: answeredCount.meta(docs('Number of groups.')),
  storage: Storage,
  resources: answeredArray(Kind, 100).meta(docs('Numbers of resources by type.')),
  activity: answeredArray(Day, 366).meta(docs('Activity of each day since `since`, in order.')),
  usage: answeredArray(Use, maxUses).meta(
    docs(
      'Use of models in each month since that of `since`. A person in several groups counts in each, up to 50.',
    ),
  ),
  usage_truncated: z.boolean().meta(docs('True if `usage` misses rows: of a month, only 1,000 are read.')),
  queues: answeredArray(Queue, 100).meta(docs('Work in the background.')),
})
