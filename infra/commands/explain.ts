import { subscribe } from 'node:diagnostics_channel'
import { courses } from '../../src/lms/course/course.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { findRecipient } from '../../src/mail/send-once.ts'
import { chosenTypes } from '../../src/notifications/notification-types.ts'
import { throttledSince } from '../../src/notifications/notification-throttle.ts'
import { digestFor } from '../../src/notifications/mail/digest.ts'
import { notificationMails } from '../../src/notifications/mail/notification-mail.ts'
import { loadRecipients, type Recipient } from '../../src/notifications/mail/recipients.ts'
import { notifications } from '../../src/notifications/notification.ts'
import { channelsFor, preferences } from '../../src/notifications/preferences.ts'
import { readMarks, withReadMark } from '../../src/notifications/read-mark.ts'
import { findHistoryEntry } from '../../src/platform/history/entry.ts'
import { isStored } from '../../src/platform/history/history-registry.ts'
import { undoneAmong } from '../../src/platform/history/undone-change.ts'
import { findPrincipal } from '../../src/platform/identity/principals.ts'
import { emailStatusOf } from '../../src/platform/identity/user.ts'
import type { ResourceRef } from '../../src/platform/resource-ref.ts'
import { rightsTo } from '../../src/platform/resource-registry.ts'
import { mailEnvironment } from '../../src/platform/runtime/environment.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { logChannel } from '../../src/platform/runtime/log.ts'
import { Problem } from '../../src/platform/runtime/problem.ts'
import { isIndexed } from '../../src/platform/search/index/index.ts'
import { findIndexed } from '../../src/platform/search/index/stored-document.ts'
import { readList } from '../../src/platform/table/list/list.ts'
import { trashEntries } from '../../src/platform/trash/entry.ts'
import { loadDocument } from '../../src/search/document-index.ts'
import { tasks } from '../../src/task/task/task.ts'
import { undoOne } from '../../src/undo/undo.ts'
import { credentials } from '../../src/users/credentials.ts'
import { subscriptions } from '../../src/wiki/page/subscription.ts'
import { resourceTypes, searchedTypes } from '#generated/resource-types.ts'
import { defaultRegion, runCommand, targetOptions, UsageError } from '../cli/command.ts'
import { linkVariables } from '../smoke/address.ts'
import { enterService } from '../operation/stack.ts'

const usage = `npm run explain -- notification --object <id> --person <email> [--stage <stage>]
       npm run explain -- email --person <email> [--stage <stage>]
       npm run explain -- search --object <id> [--stage <stage>]
       npm run explain -- undo --object <id of the change> --person <email> [--stage <stage>]
Prints why something happens or does not, and changes nothing: what events of an object would become for a person, and
what became of the last ones; whether a person gets mail, and when; whether an object is in the index; whether a person
can undo a change. It prints ids, types and times, and no content.
With a stage, it needs AWS credentials in the environment. Without, it uses the service on this machine: the one in
DATA_DIR, otherwise in .local, otherwise the only other one started from this folder.`

type Question = { object?: string | undefined; person?: string | undefined }

const findPerson = async ({ person: email = '' }: Question) => {
  const account = await credentials.find({ email: email.toLowerCase() })
  const person = account && (await findPrincipal(account.user_id))
  if (!person) throw new Error('--person must be the email address of a person.')
  return person
}

/** Returns the type and ID of an object, and the time of its deletion if it is in the trash. */
const findObject = async ({ object: id = '' }: Question): Promise<ResourceRef & { deleted_at?: string }> => {
  const entry = await trashEntries.find({ id })
  if (entry) return { type: entry.type, id, deleted_at: entry.deleted_at }
  const refs = resourceTypes.map((type) => ({ type, id }))
  const indexed = await findIndexed(refs)
  const stored = await Promise.all(refs.map(async (ref) => (await isStored(ref)) || (await rightsTo(ref))))
  const found = refs.find((_, index) => indexed[index] ?? stored[index])
  if (!found) throw new Error('--object must be the id of an object.')
  return found
}

/** Returns true if most events of an object pass by a person who may read it, because they have no part in it. */
const isBystander = async ({ type, id }: ResourceRef, user_id: string): Promise<boolean> => {
  if (type === 'wiki_page') return !(await subscriptions.find({ page_id: id, user_id }))
  if (type === 'course') return !(await enrollments.find({ course_id: id, user_id }))
  const task = type === 'task' ? await tasks.find({ id }) : undefined
  return task !== undefined && ![task.created_by.id, ...task.assignee_ids].includes(user_id)
}

const describe = ({ outcome, in_app, mail, send_at, digest }: Recipient): string => {
  const later = digest ? `in the digest of ${digest.send_at}` : `mailed ${send_at ?? 'at once'}`
  return [outcome, in_app && 'in the application', mail !== 'none' && later].filter(Boolean).join(', ')
}

/** Returns the outcome of each type of event about a resource for a person. */
const futureNotifications = async (
  user_id: string,
  resource: ResourceRef,
  within: string,
): Promise<string[]> => {
  const prefixes = [`${resource.type.replace('wiki_', '')}_`, ...(within === resource.id ? ['member_'] : [])]
  const types = chosenTypes.filter((type) => prefixes.some((prefix) => type.startsWith(prefix)))
  const found = await Promise.all(
    types.map((type) => loadRecipients([user_id], { type, resource, within }, Date.now(), true)),
  )
  const outcomes = Map.groupBy(types, (_, index) => describe(found[index]?.[0] as Recipient))
  return [...outcomes].map(([outcome, of]) => `${outcome}: ${of.join(', ')}.`)
}

/** Returns the newest stored notifications of a person about an object, with their mails. */
const storedNotifications = async (user_id: string, id: string): Promise<string[]> => {
  const own = notifications.in('all', { user_id })
  const { items } = await readList(own, { limit: 5 }, ({ resource }) => resource?.id === id)
  const [mails, mark] = await Promise.all([notificationMails.findMany(items), readMarks.find({ user_id })])
  return items.map((notice, index) => {
    const { type, created_at, read_at } = withReadMark(notice, mark)
    const mail = mails[index]
    const state = mail && (mail.done_at ?? `waits until ${mail.send_at ?? 'its turn'}`)
    return `stored: ${type} of ${created_at}; read: ${read_at ?? 'no'}; mail of its own: ${state ?? 'none'}.`
  })
}

const explainNotification = async (question: Question): Promise<string[]> => {
  const [{ id: user_id, ...person }, ref] = await Promise.all([findPerson(question), findObject(question)])
  const stored = await storedNotifications(user_id, ref.id)
  if (ref.deleted_at) return [`obsolete: it is in the trash since ${ref.deleted_at}.`, ...stored]
  const rights = await rightsTo(ref)
  const decision = await rights?.decide({ id: user_id, ...person })
  if (!rights || !decision) return [`no_access: they may not read this ${ref.type}.`, ...stored]
  const course = ref.type === 'course' ? await courses.find(ref) : undefined
  const since = await throttledSince(user_id, ref.id)
  return [
    `They may read this ${ref.type} by the rule "${decision.by}".`,
    ...(person.is_active ? [] : ['inactive: the account is deactivated.']),
    ...((await isBystander(ref, user_id)) ? ['They are neither subscribed, enrolled nor assigned.'] : []),
    ...(since ? [`throttled: they have not read the notification of ${since}.`] : []),
    ...(await futureNotifications(user_id, ref, course?.category_id ?? rights.decidedBy.id)),
    ...stored,
  ]
}

const explainEmail = async (question: Question): Promise<string[]> => {
  const person = await findPerson(question)
  const { id: user_id, email, is_active, timezone } = person
  const chosen = (await preferences.find({ user_id })) ?? preferences.make({ user_id })
  const { items } = await readList(notificationMails.in('digests', { user_id }), { limit: 3 })
  const types = Map.groupBy(chosenTypes, (type) => channelsFor(chosen, { type, resource: null }).mail)
  const { start, end } = chosen.quiet_hours ?? {}
  return [
    (await findRecipient(user_id)) ? 'They get mail.' : 'They get no mail.',
    `Sender: ${mailEnvironment.from ? 'set' : 'none'}; account: ${is_active ? 'active' : 'deactivated'}; address: ` +
      `${email === null ? 'none' : emailStatusOf(person)}; muted: ${chosen.muted.length} objects.`,
    ...[...types].map(([mail, of]) => `mail ${mail}: ${of.join(', ')}.`),
    `Quiet hours: ${start ? `${start} to ${end} ${timezone}` : 'none'}.`,
    `Next digest: ${digestFor(person, chosen, Date.now()).send_at}.`,
    ...items.map(({ send_at, done_at }) => `Digest of ${send_at}: ${done_at ?? 'waits'}.`),
  ]
}

const explainSearch = async (question: Question): Promise<string[]> => {
  const ref = await findObject(question)
  const { type, id, deleted_at } = ref
  if (!(searchedTypes as readonly string[]).includes(type)) return [`A ${type} is not searched.`]
  const [[stored], document] = await Promise.all([findIndexed([ref]), loadDocument({ type, id })])
  const { state, version } = stored ?? {}
  const isCurrent = stored && document && (await isIndexed(stored, document))
  return [
    state
      ? `This ${type} is in the index: revision ${version}, ${state.passages.length} passages.`
      : `This ${type} is not in the index.`,
    ...(deleted_at ? [`It is in the trash since ${deleted_at}.`] : []),
    ...(document ? [] : ['There is nothing to index: it is deleted, a draft, or not ready.']),
    ...(document && state ? [isCurrent ? 'The index is up to date.' : 'The index is out of date.'] : []),
  ]
}

const explainUndo = async (question: Question): Promise<string[]> => {
  const { object = '' } = question
  const actor = await findPerson(question)
  const entry = /^[\da-f-]{36}$/.test(object) ? await findHistoryEntry(object) : undefined
  if (!entry) throw new Error('--object must be the id of a change in the activity.')
  const { id, action, at } = entry
  // a job undoes changes without the person's token
  const about = { actor, isUnattended: true, job_id: newId(), address: '' }
  const request = { ...about, body: { dry_run: true }, header: () => undefined }
  const outcome = await undoOne(request, entry).then(
    ({ changes }) => `They can undo it, which changes ${changes.length} objects.`,
    (error: unknown) => {
      if (error instanceof Problem && error.status < 500) return `They cannot undo it: ${error.code}.`
      throw error
    },
  )
  const wasUndone = (await undoneAmong([entry])).has(id)
  return [`The change ${action} is of ${at}.`, ...(wasUndone ? ['It was undone before.'] : []), outcome]
}

export const questions = {
  notification: explainNotification,
  email: explainEmail,
  search: explainSearch,
  undo: explainUndo,
}

const text = { type: 'string' } as const

if (import.meta.main) {
  // the functions that the command runs log what they do
  subscribe(logChannel, () => {})
  await runCommand(
    { usage, options: { object: text, person: text, ...targetOptions }, words: Object.keys(questions) },
    async ({ stage, region = defaultRegion, ...question }, [word], progress) => {
      if (!word) throw new UsageError(`The first argument must be ${Object.keys(questions).join(' or ')}.`)
      await enterService({ stage, region }, progress)
      if (stage) Object.assign(process.env, await linkVariables(stage, region))
      return (await questions[word as keyof typeof questions](question)).join('\n')
    },
  )
}
