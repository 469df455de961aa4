import pMap from 'p-map'
import { docs } from '#docs'
import { parseAttachmentRow } from '../files/file/attachment-row.ts'
import { fileType } from '../files/file/file.ts'
import { asOf } from '../platform/history/observed-changes.ts'
import { loadHistory } from '../platform/history/history-registry.ts'
import { asPerson, type Principal } from '../platform/identity/policy.ts'
import { findPrincipals, type FoundPrincipal } from '../platform/identity/principals.ts'
import { distinctRefs, refKey, type ResourceRef } from '../platform/resource-ref.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { inRequest, requestContext, type WriteObserver } from '../platform/runtime/request-context.ts'
import { Person, answeredCount } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import type { Item } from '../platform/table/operation.ts'
import { candidatesFor, maxPeople } from './candidates.ts'

/** Maximum number of resources examined, and of names listed. */
const maxThings = 20
const maxNames = 20

/** Number of people whose permissions are checked concurrently. */
const concurrency = 100

const names = z.array(Person).max(maxNames)

/** Schema of the audience of a call's changes. */
export const Audience = z
  .object({
    before: answeredCount.meta(docs('Number of people who may read it before the call.', { examples: [3] })),
    after: answeredCount.meta(docs('Number of people who may read it after the call.', { examples: [12] })),
    gains: names.meta(docs(`People who may read it only after the call, by name; at most ${maxNames}.`)),
    loses: names.meta(docs(`People who may read it only before the call, by name; at most ${maxNames}.`)),
    truncated: z
      .boolean()
      .meta(
        docs(
          `True if there are more than ${maxPeople} people or ${maxThings} resources; the others were not checked.`,
        ),
      ),
  })
  .meta(
    docs(
      'The people who may read the resources whose readers the call changes or, if there are none, the ' +
        'resources that the call changes. Administrators count only if they may read them without their role.',
      { id: 'Audience' },
    ),
  )
type Audience = z.output<typeof Audience>

interface Shared {
  /** Distinct resources that the call concerns, and the files that it attaches. */
  refs: ResourceRef[]
  /** Resources to which the call attaches files, by file. */
  attachedTo: Map<string, ResourceRef[]>
}

/** Returns the resources that observed writes create or change. */
const collectShared = async ({ images }: WriteObserver): Promise<Shared> => {
  const definitions = await loadHistory()
  const refs: ResourceRef[] = []
  const attachedTo = new Map<string, ResourceRef[]>()
  for (const { before, after } of images.values()) {
    const item = (after ?? before) as Item
    const definition = definitions.get(item['entityType'] as string)
    if (definition) refs.push(definition.subjectOf(item))
    const attached = after && !before && parseAttachmentRow(item)
    if (!attached) continue
    const file = { type: fileType.type, id: attached.file_id }
    const thing = { type: attached.type, id: attached.thing_id }
    refs.push(file)
    attachedTo.set(refKey(file), [...(attachedTo.get(refKey(file)) ?? []), thing])
  }
  return { refs: distinctRefs(refs), attachedTo }
}

/** Returns the IDs of the people who may see each resource, by the key of the resource. */
const readersAmong = async (people: FoundPrincipal[], refs: ResourceRef[]) => {
  const readers = new Map(refs.map((ref) => [refKey(ref), new Set<string>()]))
  await pMap(
    people,
    async (person) => {
      const views = await loadResources(asPerson(person), refs)
      for (const [index, ref] of refs.entries()) if (views[index]) readers.get(refKey(ref))?.add(person.id)
    },
    { concurrency },
  )
  return readers
}

const union = (sets: Set<string>[]) => new Set(sets.flatMap((set) => [...set]))

/** Returns the change of the audience by the observed writes of a dry run (decision 0049). */
const findAudience = async (observer: WriteObserver, actor: Principal): Promise<Audience> => {
  const { refs: touched, attachedTo } = await collectShared(observer)
  const refs = touched.slice(0, maxThings)
  const holders = distinctRefs([...attachedTo.values()].flat())
  const all = distinctRefs([...refs, ...holders])
  const candidates = (side: 'before' | 'after') =>
    asOf(side, observer, () => Promise.all(all.map((ref) => candidatesFor(actor, ref))))
  const ids = [...new Set([...(await candidates('before')), ...(await candidates('after'))].flat())]
  const found = await findPrincipals(ids.slice(0, maxPeople))
  const people = found.filter((person) => person?.is_active === true) as FoundPrincipal[]
  const before = await asOf('before', observer, () => readersAmong(people, refs))
  const after = await asOf('after', observer, () => readersAmong(people, all))
  const sides = refs.map((ref) => ({
    before: before.get(refKey(ref)) as Set<string>,
    after: union(
      [ref, ...(attachedTo.get(refKey(ref)) ?? [])].map((one) => after.get(refKey(one)) as Set<string>),
    ),
  }))
  const changed = sides.filter((side) => side.before.symmetricDifference(side.after).size > 0)
  const shown = changed.length > 0 ? changed : sides
  const named = (sets: Set<string>[]) => {
    const within = union(sets)
    return people
      .flatMap(({ id, name }) => (within.has(id) ? { id, name } : []))
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .slice(0, maxNames)
  }
  return {
    before: union(shown.map((side) => side.before)).size,
    after: union(shown.map((side) => side.after)).size,
    gains: named(shown.map((side) => side.after.difference(side.before))),
    loses: named(shown.map((side) => side.before.difference(side.after))),
    truncated: ids.length > maxPeople || touched.length > maxThings,
  }
}

/**
 * Returns the audience without auditing reads: the permissions of an administrator are checked, but nothing is shown.
 */
export const loadAudience = (observer: WriteObserver, actor: Principal): Promise<Audience> =>
  inRequest({ ...requestContext(), readings: new Map() }, () => findAudience(observer, actor))
