import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'

/** How the pictures of a text are asked for; what signs them is loaded only where they are (signed-pictures.ts). */
export const mediaQuery = z
  .enum(['signed'])
  .optional()
  .meta(
    docs(
      '`signed` makes pictures in the content that are files of this service links that an `<img>` can load for ' +
        'an hour. It is for showing the content, not for editing it.',
    ),
  )
