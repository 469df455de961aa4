import type { EventSender } from './event-sender.ts'
import type { Store } from './store.ts'
import type { XmlContent } from './xml.ts'

/** Request with a valid signature. */
export interface Call {
  method: string
  bucket: string
  /** Empty for a request to the bucket itself. */
  key: string
  query: URLSearchParams
  /** Headers by lower-case name, including those that a presigned URL has moved into its query. */
  headers: Readonly<Record<string, string | undefined>>
  /** Starts reading the body; fails if the client aborts. */
  body: () => AsyncIterable<Buffer>
  store: Store
  /** Sends the notifications of a bucket. */
  sender: EventSender
}

/** Range of bytes; both ends are inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export interface S3Response {
  status: number
  headers?: Record<string, string | number> | undefined
  xml?: readonly [root: string, content: XmlContent]
  /** Open file; it is closed after it is sent. */
  bytes?: { descriptor: number } & ByteRange
}

export type S3Operation = (call: Call) => S3Response | Promise<S3Response>
