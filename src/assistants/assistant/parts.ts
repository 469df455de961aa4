import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { memberLists } from '../../platform/identity/members.ts'
import type { KnowledgeRef } from './knowledge-ref.ts'
import { refKey } from '../../platform/resource-ref.ts'
import { id } from '../../platform/schema/fields.ts'
import { knowledgeTypes } from '#generated/resource-types.ts'

export const Visibility = z
  .enum(['private', 'shared', 'public'])
  .meta(docs('Visible to: only its owner, also people with a grant, or everyone.'))
export type Visibility = z.output<typeof Visibility>

export const AssistantPermission = z
  .enum(['view', 'edit'])
  .meta(docs('Permission for an assistant: use it, or also edit it.'))
export type AssistantPermission = z.output<typeof AssistantPermission>

/** Permissions of other people and groups for an assistant. */
export const assistantGrants = memberLists({
  right: { permission: AssistantPermission },
  max: 1_000,
  what: docs(
    'Permissions of other people and of groups, at most 1,000. They apply while it is shared or public, not ' +
      'while it is private.',
  ),
})

/** Schema of a number that rounds to six decimal places: DynamoDB does not accept every JSON number. */
const fractionSchema = (most: number) =>
  z.orNull(
    z
      .number()
      .min(0)
      .max(most)
      .overwrite((value) => Math.round(value * 1e6) / 1e6 + 0),
  )

const parameters = {
  temperature: fractionSchema(2).meta(docs('Sampling temperature, 0 to 2.', { examples: [0.7] })),
  top_p: fractionSchema(1).meta(docs('Nucleus sampling (top-p), 0 to 1.')),
  max_output_tokens: z.orNull(z.int().min(1)).meta(
    docs('Maximum number of tokens written in one step, within the limit of the model.', {
      examples: [1_000],
    }),
  ),
}

const described = docs('Parameters for its model; null leaves the choice to the model.')

export const AssistantModelParameters = z.object(parameters).meta(described)
export const modelParametersInput = z.strictObject(parameters).meta(described)

/** Default parameters, which leave every choice to the model. */
export const noParameters = { temperature: null, top_p: null, max_output_tokens: null }

const knowledgeFields = {
  type: z
    .enum(knowledgeTypes)
    .meta(
      docs('Type of resource: a space with its pages, a page with everything below it, a course or a file.'),
    ),
  id: id.meta(docs('ID of the resource.')),
}

const knowledgeField = <R extends z.ZodType<KnowledgeRef>>(ref: R) =>
  z
    .array(ref)
    .max(50)
    .refine((refs) => new Set(refs.map(refKey)).size === refs.length, 'must not name a resource twice')
    .meta(
      docs(
        'Resources that it searches for answers, at most 50; everything if empty. It never uses resources that ' +
          'the person asking may not read.',
      ),
    )

export const Knowledge = knowledgeField(z.object(knowledgeFields))
export const knowledgeInput = knowledgeField(z.strictObject(knowledgeFields))
