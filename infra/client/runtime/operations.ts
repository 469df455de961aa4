/**
 * Sample operations of every shape, against which the client's runtime is type-checked in the repository. A generated
 * client has the operations of the document instead.
 */
export interface Operations {
  'GET /things': {
    query?: { cursor?: string | undefined }
    response: { items: string[]; next_cursor: string | null }
    item: string
  }
  'GET /things/{id}': { params: { id: string }; response: { version: number } }
  'POST /things': {
    body: { name: string }
    response: { id: string }
    event: { event: 'done'; id: string; data: object }
  }
  'DELETE /things/{id}': { params: { id: string }; response: undefined }
}
