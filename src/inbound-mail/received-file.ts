export interface ReceivedFile {
  name: string
  content_type: string
  bytes: Uint8Array
}
