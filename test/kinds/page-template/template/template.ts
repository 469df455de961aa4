import { docs } from '#docs'
import { ownedKind } from '../../../../src/platform/kind/owned-kind.ts'
import { answeredId, line, Person, upTo, versioned } from '../../../../src/platform/schema/fields.ts'
import * as z from '../../../../src/platform/schema/schema.ts'
import { entity } from '../../../../src/platform/table/entity.ts'

const fields = {
  name: line(255).meta(docs('Name.', { examples: ['Minutes'] })),
  content: z.string().max(100_000).default('').meta(docs('Text of a new page, in Markdown.')),
  tags: upTo(20, line(50)).meta(docs('Tags of a new page.')),
}

export const Template = z.described(docs('A template for wiki pages.', { id: 'PageTemplate' }), {
  id: answeredId.meta(docs('ID of the template.')),
  ...fields,
  owner: Person.meta(docs('The person who created it.')),
  ...versioned,
})

export const TemplateSummary = Template.omit({ content: true }).meta(
  docs('A template for wiki pages, as shown in lists.', { id: 'PageTemplateSummary' }),
)

export const TemplateInput = z.strictObject(fields)

export const templates = entity({
  name: 'wiki.template',
  schema: Template,
  key: ({ id }: { id: string }) => ({ pk: `template#${id}`, sk: 'template' }),
  lists: {
    own: {
      index: 'gsi1',
      partition: ({ owner }: { owner: { id: string } }) => `templates#${owner.id}`,
      sort: ({ name, id }) => `${name}#${id}`,
    },
  },
})

export const templateKind = ownedKind({
  type: 'page_template',
  path: '/wiki/templates/{id}',
  things: templates,
  input: TemplateInput,
  indexed: { title: 'name', labels: 'tags', text: 'content' },
})
