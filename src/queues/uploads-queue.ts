import { receiveUpload as fileUploads } from '../files/workers/receive-upload.ts'
import { queueFunction } from '../platform/events/queue-function.ts'

/** Written by `npm run openapi`: the workers by the kinds of their messages. */
export const uploadsQueue = queueFunction('uploads', {
  'file-uploads': fileUploads,
})
