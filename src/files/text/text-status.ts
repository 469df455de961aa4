import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'

export const TextStatus = z
  .enum(['pending', 'ready', 'failed', 'none'])
  .meta(
    docs(
      'Whether its text can be read at `GET /files/{id}/text`: it is being made (`pending`), it is there (`ready`), ' +
        'it could not be made (`failed`), or there is none (`none`), as in images and scans.',
      { id: 'FileTextStatus' },
    ),
  )
export type TextStatus = z.output<typeof TextStatus>
