/**
 * Operations of every shape, with which the runtime of the client is checked where it stands. A client that is written
 * has those of the document instead.
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
