import { docs } from '#docs'
import * as z from './schema.ts'

/** Where a thing is among its siblings. */
export const position = z
  .number()
  .min(-1e9)
  .max(1e9)
  .overwrite((position) => Math.round(position * 1e6) / 1e6 + 0)
  .default(0)
  .meta(
    docs('Position among its siblings, ascending; up to six decimal places, to put it between two others.', {
      examples: [1],
    }),
  )
