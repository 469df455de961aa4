/** AWS permissions of workers; each profile is a role in infra/template/roles.yml. */
export type WorkerProfile = 'worker' | 'fileworker' | 'chats' | 'scanner'

/** Requirements of a queue's work; its queue, its dead-letter queue and its function follow from them. */
export interface QueueSpec {
  /** Maximum number of messages processed concurrently, each in an invocation of its own. */
  concurrency: number
  /** Maximum duration of an invocation in seconds, 60 by default. */
  timeoutSeconds?: number
  /** Memory, 1,024 MB by default. */
  memoryMegabytes?: number
  /** Space for temporary files, 512 MB by default. */
  temporaryMegabytes?: number
  /** AWS permissions of its workers: the table by default; `fileworker` adds files, `chats` adds files and models. */
  profile?: WorkerProfile
  /**
   * Set if its workers continue by messages to this queue. Lambda takes more than 16 of them in a row for a loop and
   * drops them, unless the function allows it (infra/functions/event-functions.ts).
   */
  recursive?: true
  /** Set if its workers handle messages that have failed too often (`giveUp`). */
  givesUp?: true
  /**
   * Number of attempts, a minute apart, before the work is given up, {@link maxAttempts} by default; an hour's worth if
   * nobody would restart work that failed because of AWS.
   */
  attempts?: number
  /** Set if its workers run endpoints by name, and so get the settings that these need. */
  invokesEndpoints?: true
  /** Set if its workers read the list of models. */
  readsModels?: true
  /** Set if its workers call models, and so get their list and the location of their keys. */
  asksModels?: true
  /** Set if its workers send mail, and so know the sender. */
  sendsMail?: true
  /** Set if its workers send events to webhooks, and so get the key of their secrets. */
  sendsWebhooks?: true
  /** Number of deliveries before a message becomes a dead letter, {@link maxAttempts} by default. */
  deliveries?: number
  /** Kind of messages that S3 sends to the queue (infra/template/bucket.yml), which do not contain it. */
  kindFromS3?: string
  /** Kind of messages that the stack's topic of mail events sends to the queue (infra/template/mail.yml). */
  kindFromSns?: string
}

/** All queues, divided by the needs of their work and not by sender: a new worker adds none (decision 0043). */
export const queues = {
  /** Short work that people wait for: notifications for at most 200 people. */
  notices: { concurrency: 60 },
  /** Work for any number of people, resources or webhooks, one slice per message, so that large jobs take turns. */
  'fan-outs': { concurrency: 30, recursive: true, sendsWebhooks: true },
  /**
   * Mail to send through SES, whose rate limit is the account's. Rejected mail is retried each minute for four hours;
   * without quota, every 15 minutes for 60 hours, less than the four days after which SQS discards a message.
   */
  mails: { concurrency: 2, sendsMail: true, deliveries: 240 },
  /** Events of SES about sent mail, and received mail. */
  'mail-events': {
    concurrency: 5,
    memoryMegabytes: 2_048,
    profile: 'fileworker',
    kindFromS3: 'received-mails',
    kindFromSns: 'mail-events',
  },
  /** Index terms of the search. */
  index: {
    concurrency: 60,
    timeoutSeconds: 300,
    memoryMegabytes: 2_048,
    profile: 'fileworker',
    recursive: true,
    readsModels: true,
  },
  /** Files whose bytes have arrived. */
  uploads: { concurrency: 20, profile: 'fileworker', kindFromS3: 'file-uploads' },
  /** Untrusted documents to extract text from: a large one takes minutes and much memory. */
  texts: {
    concurrency: 20,
    timeoutSeconds: 300,
    memoryMegabytes: 3_008,
    temporaryMegabytes: 1_024,
    profile: 'fileworker',
    recursive: true,
    givesUp: true,
    attempts: 60,
  },
  /** Documents from which models make courses; behind these, work of models on passages, for which nobody waits. */
  courses: {
    concurrency: 10,
    timeoutSeconds: 900,
    memoryMegabytes: 3_008,
    temporaryMegabytes: 1_024,
    profile: 'chats',
    recursive: true,
    givesUp: true,
    asksModels: true,
  },
  /** Replies of assistants, and jobs that run endpoints as the person who started them. */
  replies: {
    concurrency: 200,
    timeoutSeconds: 900,
    profile: 'chats',
    recursive: true,
    givesUp: true,
    invokesEndpoints: true,
    asksModels: true,
  },
  /** Moves and removals that follow a change, in runs of half a minute. */
  sweeps: { concurrency: 30, timeoutSeconds: 300, profile: 'fileworker', recursive: true },
  /** Work that scans the whole table. */
  jobs: {
    concurrency: 10,
    timeoutSeconds: 300,
    profile: 'scanner',
    recursive: true,
    givesUp: true,
    attempts: 60,
  },
} as const satisfies Record<string, QueueSpec>

export type QueueName = keyof typeof queues

type Having<Property extends string> = {
  [Name in QueueName]: (typeof queues)[Name] extends Record<Property, true> ? Name : never
}[QueueName]

/** A queue to which workers may send messages. */
export type RecursiveQueue = Having<'recursive'>

/** A queue whose workers give up messages. */
export type GivingUpQueue = Having<'givesUp'>

export const queueNames = Object.keys(queues) as QueueName[]

/** Returns the requirements of a queue's work. */
export const queueSpec = (name: QueueName): QueueSpec => queues[name]

/** Parses a message of a queue; a message of an AWS service is all body, and the sender determines its kind. */
export const messageIn = (name: QueueName, text: string): { kind: string; body: unknown } => {
  const message = JSON.parse(text) as { kind: string; body: unknown }
  const { kindFromS3, kindFromSns } = queueSpec(name)
  const kind = 'TopicArn' in message ? kindFromSns : kindFromS3
  return kind === undefined ? message : { kind, body: message }
}

/** Number of attempts by default. */
export const maxAttempts = 5

/**
 * Returns the number of deliveries before a message becomes a dead letter; giving up a message also fails while AWS is
 * down.
 */
export const maxDeliveries = ({
  givesUp,
  deliveries = maxAttempts,
}: Pick<QueueSpec, 'givesUp' | 'deliveries'>): number => (givesUp ? 1_000 : deliveries)

/** Returns the name of a queue's dead-letter queue, which has no consumer. */
export const deadLetterQueue = <Name extends string>(queue: Name) => `${queue}-dead` as const
