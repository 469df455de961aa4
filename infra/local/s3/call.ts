import type { EventSender } from './event-sender.ts'
import type { Store } from './store.ts'
import type { XmlContent } from './xml.ts'

/** A request whose signature holds. */
export interface Call {
  method: string
  bucket: string
  /** Empty for a request to the bucket itself. */
  key: string
  query: URLSearchParams
  /** Names in lower case; what a signed link has moved into its query is here too. */
  headers: Readonly<Record<string, string | undefined>>
  /** Starts to read the body; fails when the client breaks off. */
  body: () => AsyncIterable<Buffer>
  store: Store
  /** Sends what a bucket tells of its objects. */
  sender: EventSender
}

/** From the first to the last byte, both of them included. */
export interface ByteRange {
  start: number
  end: number
}

export interface S3Response {
  status: number
  headers?: Record<string, string | number> | undefined
  /** The root element and what is in it. */
  xml?: readonly [root: string, content: XmlContent]
  /** An open file, which is closed when it has been sent. */
  bytes?: { descriptor: number } & ByteRange
}

export type S3Operation = (call: Call) => S3Response | Promise<S3Response>
