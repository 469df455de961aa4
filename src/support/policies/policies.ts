import { docs } from '#docs'
import { fold } from '../../language/fold.ts'
import { emailAddress } from '../../platform/identity/user.ts'
import { clockPolicyFields, storedClockPolicyFields } from '../clock/clock-policies.ts'
import {
  answeredId,
  id,
  line,
  Person,
  timestamp,
  versioned,
  ignored,
  upTo,
} from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'

export const policiesType = 'support_policies'

/** Fields of a category that administrators write. */
const categoryFields = {
  name: line(100).meta(docs('Name, unique regardless of case.', { examples: ['hardware'] })),
  group_id: z
    .orNull(id)
    .meta(
      docs('ID of the group of tickets in the category, whose agents are notified; null for all agents.'),
    ),
  address: z
    .orNull(emailAddress)
    .meta(
      docs(
        'Email address of the category, unique regardless of case; if the service receives mail for a domain, ' +
          'it must be in that domain.',
        { examples: ['hardware@mail.example.com'] },
      ),
    ),
}

const Category = z.object({
  ...categoryFields,
  group: z.orNull(Person).meta(docs('The group; null if there is none.')),
})

type Category = z.output<typeof Category>

/** Returns the key under which names are compared, regardless of case and spacing. */
const comparableName = (name: string) => fold(name).replace(/\s+/g, ' ')

const hasUniqueValues = (values: (string | null)[]) => {
  const given = values.filter((value) => value !== null)
  return new Set(given).size === given.length
}

const maxCategories = 100

const categoriesMeta = docs(
  `Categories of tickets, at most ${maxCategories}. Tickets may have other categories; all agents are notified of ` +
    'these tickets.',
)

export const Policies = z.described(docs('Policies of the support desk.', { id: 'SupportPolicies' }), {
  categories: upTo(maxCategories, Category).meta(categoriesMeta),
  ...storedClockPolicyFields,
  version: versioned.version,
  updated_at: z.orNull(timestamp).meta(docs('Time of the last change; null if never changed.')),
})

export const PoliciesInput = z.strictObject({
  categories: z
    .array(z.strictObject({ ...categoryFields, group: ignored() }))
    .max(maxCategories)
    .refine(
      (all) => hasUniqueValues(all.map(({ name }) => comparableName(name))),
      'must not contain a name twice',
    )
    .refine((all) => hasUniqueValues(all.map(({ address }) => address)), 'must not contain an address twice')
    .default([])
    .meta(categoriesMeta),
  ...clockPolicyFields,
})

/** Policies of the support desk, a single row; until the first change, version 1 is implied and not stored. */
export const policies = entity({
  name: 'support.policy',
  schema: Policies.extend({ id: answeredId }),
  key: () => ({ pk: 'support-policies', sk: 'support-policies' }),
})

export type StoredPolicies = ThingOf<typeof policies>

/** Returns the current policies; one round trip. */
export const loadPolicies = async (): Promise<StoredPolicies> =>
  (await policies.find({})) ?? policies.make({ updated_at: null })

/** Returns the category with this name, regardless of case. */
export const findCategory = ({ categories }: StoredPolicies, name: string): Category | undefined =>
  categories.find((category) => comparableName(category.name) === comparableName(name))

/** Returns the category that receives mail at this address, regardless of case; one round trip. */
export const findCategoryByAddress = async (address: string): Promise<Category | undefined> =>
  (await loadPolicies()).categories.find((category) => category.address === address.toLowerCase())
