import * as z from 'zod'

export const Id = z.object({ id: z.guid().toLowerCase() })

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(4_096).optional(),
})

export const NewSpaceBody = z.strictObject({
  name: z.string().trim().min(1).max(100),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(100)
    .optional(),
  description: z.string().max(2_000).nullish(),
  internal_permission: z.enum(['read', 'write']).default('write'),
})
