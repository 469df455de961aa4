export interface Stored {
  key: string
  /** Name of the file with its bytes. */
  file: string
  size: number
  /** With quotes. */
  etag: string
  /** Seconds since 1970. */
  modified: number
  /** Headers that are sent with the object. */
  headers: Record<string, string>
}

/** Part of a multipart upload. */
export interface Part {
  number: number
  file: string
  size: number
  /** Hexadecimal. */
  md5: string
}

/** Unsent message to a queue about an object. */
export interface PendingEvent {
  id: string
  /** ARN of the queue. */
  queue: string
  body: string
}

/** Version of an object in a bucket with Object Lock; a delete marker has no file. */
export interface Version extends Omit<Stored, 'file'> {
  id: string
  file: string | null
}

/** Default retention in a bucket with Object Lock. */
export interface ObjectLock {
  mode: string | null
  days: number | null
}
