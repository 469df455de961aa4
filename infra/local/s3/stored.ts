/** What is known of an object. */
export interface Stored {
  key: string
  /** Name of the file with its bytes. */
  file: string
  size: number
  /** Quoted. */
  etag: string
  /** Seconds since 1970. */
  modified: number
  /** To be sent with it. */
  headers: Record<string, string>
}

/** A part of an upload. */
export interface Part {
  number: number
  file: string
  size: number
  /** Hexadecimal. */
  md5: string
}

/** A message to a queue that an object causes. */
export interface PendingEvent {
  id: string
  /** The queue's ARN. */
  queue: string
  body: string
}

/** A version of an object in a bucket with Object Lock; a delete marker has no file. */
export interface Version extends Omit<Stored, 'file'> {
  id: string
  file: string | null
}

/** What a bucket with Object Lock gives to objects that name no retention of their own. */
export interface ObjectLock {
  mode: string | null
  days: number | null
}
