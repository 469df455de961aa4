/** Each is a role in infra/roles.yml. */
export type WorkerProfile = 'worker' | 'fileworker' | 'chats' | 'scanner'

/** What the work of a queue needs; its queue, its dead letters and the function behind it follow from that. */
export interface QueueSpec {
  /** How many messages are worked on at once, each by a run of its own. */
  concurrency: number
  /** How long one run may take, 60 s by default. */
  timeoutSeconds?: number
  /** 1 024 MB by default. */
  memoryMegabytes?: number
  /** Space for temporary files, 512 MB by default. */
  temporaryMegabytes?: number
  /** What its workers may touch in AWS: the table; `fileworker` also files, `chats` those and models. */
  profile?: WorkerProfile
  /**
   * Its workers continue by messages to it. Lambda takes more than 16 of them in a row for a loop and drops them,
   * unless the function allows it (infra/event-functions.ts).
   */
  recursive?: true
  /** Its workers say of a message that has failed too often that it has. */
  givesUp?: true
  /**
   * How often work is tried, a minute apart, before it is given up, {@link maxAttempts} by default; an hour where
   * nobody would begin again what AWS has failed at.
   */
  attempts?: number
  /** Its workers run endpoints by their names, and so get the settings that these need. */
  invokesEndpoints?: true
  /** Its workers look which models there are. */
  readsModels?: true
  /** Its workers ask models, and so get the list of them and the place of their keys. */
  asksModels?: true
  /** Its workers send mail, and so know the sender. */
  sendsMail?: true
  /** How often a message is delivered before it goes to the dead letters, {@link maxAttempts} by default. */
  deliveries?: number
  /** S3 fills it (infra/bucket.yml): the kind of its messages, which do not say it. */
  kindFromS3?: string
  /** The stack's topic of mail events fills it (infra/mail.yml): the kind of its messages. */
  kindFromSns?: string
}

/** All queues, by what their work needs, not by who sends it: a worker adds none (decision 0043). */
export const queues = {
  /** Short, and somebody waits: who is told of something, 200 people at the most. */
  notices: { concurrency: 60 },
  /** Anything for any number of people or things, a slice at a time, each behind the slices of others. */
  'fan-outs': { concurrency: 30, recursive: true },
  /**
   * What SES sends, whose rate is the account's: what it does not take is tried each minute for four hours; for want of
   * quota every 15 minutes for 60 hours, less than the four days after which SQS forgets a message.
   */
  mails: { concurrency: 2, sendsMail: true, deliveries: 240 },
  /** What SES tells of mail that was sent, and mail that it has received. */
  'mail-events': {
    concurrency: 5,
    memoryMegabytes: 2_048,
    profile: 'fileworker',
    kindFromS3: 'received-mails',
    kindFromSns: 'mail-events',
  },
  /** The words of the search. */
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
  /** Documents of strangers, whose text is read: a large one takes minutes, and much memory. */
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
  /** The same, to make courses with models; and behind these what models make of passages, for which nobody waits. */
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
  /** What is moved or removed behind a change, for half a minute at a time. */
  sweeps: { concurrency: 30, timeoutSeconds: 300, profile: 'fileworker', recursive: true },
  /** What looks through the whole table. */
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

/** A queue to which workers may send. */
export type RecursiveQueue = Having<'recursive'>

/** A queue whose workers give up. */
export type GivingUpQueue = Having<'givesUp'>

/** The names of all queues. */
export const queueNames = Object.keys(queues) as QueueName[]

/** What the work of a queue needs. */
export const queueSpec = (name: QueueName): QueueSpec => queues[name]

/** What a message of a queue is and says; that of an AWS service is all body, and its kind follows from the sender. */
export const messageIn = (name: QueueName, text: string): { kind: string; body: unknown } => {
  const message = JSON.parse(text) as { kind: string; body: unknown }
  const { kindFromS3, kindFromSns } = queueSpec(name)
  const kind = 'TopicArn' in message ? kindFromSns : kindFromS3
  return kind === undefined ? message : { kind, body: message }
}

/** How often work is tried. */
export const maxAttempts = 5

/** How many deliveries a message has before it goes to the dead letters: one to give up fails while AWS is down. */
export const maxDeliveries = ({
  givesUp,
  deliveries = maxAttempts,
}: Pick<QueueSpec, 'givesUp' | 'deliveries'>): number => (givesUp ? 1_000 : deliveries)

/** The queue of the dead letters of another, which nobody takes by itself. */
export const deadLettersOf = <Name extends string>(queue: Name) => `${queue}-dead` as const
