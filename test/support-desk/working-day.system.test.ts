import { afterEach, expect, test, vi } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { replyByLink } from '../../src/support/correspondence/endpoints/reply-by-link.ts'
import { readLinkedTicket } from '../../src/support/correspondence/endpoints/read-linked-ticket.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { viewTicket } from '../../src/support/endpoints/view-ticket.ts'
import { createMacro } from '../../src/support/macro/endpoints/create-macro.ts'
import { previewMacro } from '../../src/support/macro/endpoints/preview-macro.ts'
import { suggestSolutions } from '../../src/support/suggestion/endpoints/suggest-solutions.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { activityOf } from '../history/given.ts'
import { mailFromContact, replyAddressOf } from '../support/given-contact.ts'
import { made } from '../support/given.ts'
import { mailsTo, readMailbox, tokenIn } from '../support/mailbox.ts'
import { categoryAddress, markOf, marksIn, openDesk, requesterNames, type Desk } from './desk-day.ts'

afterEach(() => void vi.useRealTimers())

const priorityOf = (n: number) => (n % 5 === 0 ? 'high' : 'low')
const categoryOf = (n: number) => (['Network', 'Printers', 'Accounts'] as const)[n % 3]!

/** Numbers of the requesters whose tickets follow no story of their own. */
const others = Array.from({ length: 30 }, (_, n) => n + 10)
const low = (category: string) => others.filter((n) => categoryOf(n) === category && priorityOf(n) === 'low')
const keyOf = (n: number) => `t${n}`

/** Runs tasks concurrently, begun in an order that the seed decides. */
const interleave = (seed: number, tasks: (() => Promise<unknown>)[]) =>
  Promise.all(
    tasks
      .toSorted((a, b) => ((tasks.indexOf(a) * seed) % 31) - ((tasks.indexOf(b) * seed) % 31))
      .map((run) => run()),
  )

/** Answers a ticket and ends it. */
const handle = (desk: Desk, agent: string, n: number, status: 'resolved' | 'closed') => async () => {
  await desk.take(agent, keyOf(n))
  await desk.say(agent, keyOf(n))
  await desk.change(agent, keyOf(n), { status })
}

/** 07:30 to 08:15: tickets come in at night, in the morning, on behalf, and by mail. */
const openTickets = async (desk: Desk) => {
  const { at, open, people, contacts } = desk
  at('07:30:00')
  await open('r00', 't0', { priority: 'urgent', category: 'Network' })
  const mail = { to: categoryAddress, subject: `Down ${markOf('c0')}`, body: `Mailed by ${markOf('c0')}` }
  await mailFromContact(contacts['c0']!, mail, { index: false, texts: false })
  await desk.settle()
  const query = { all: true, requester_id: [contacts['c0']!.id] }
  const { items } = (await desk.does('lena', listTickets, { query })).body
  desk.tickets['tc0'] = { id: items[0]!.id, requester: 'c0' }
  for (const [index, n] of others.entries()) {
    at(`08:0${Math.floor(index / 3)}:${['00', '20', '40'][index % 3]}`)
    await open(`r${n}`, keyOf(n), { priority: priorityOf(n), category: categoryOf(n) })
  }
  at('08:10:00')
  await open('r01', 't1', { priority: 'high', category: 'Printers' })
  await open('r02', 't2', { category: 'Accounts' })
  await open('r03', 't3', { category: 'Network' })
  await open('r04', 't4', { category: 'Network' })
  await open('r05', 't5', { category: 'Accounts' })
  await open('r07', 't7', { priority: 'low', category: 'Printers' })
  await open('r08', 't8', { category: 'Accounts' })
  await open('r09', 't9', { priority: 'low' })
  at('08:12:00')
  await open('r02', 't2b', { category: 'Accounts' })
  await open('nora', 't6', { category: 'Printers', requester_id: people['r06']!.id }, 'r06')
  at('08:14:00')
  const forContact = (who: string, key: string, category: string) => {
    const name = key.slice(1, 3)
    return open(who, key, { category, contact_id: contacts[name]!.id }, name)
  }
  await forContact('lena', 'tc1', 'Printers')
  await forContact('axel', 'tc2', 'Accounts')
  await forContact('axel', 'tc2b', 'Accounts')
  await forContact('nick', 'tc3', 'Network')
  await forContact('pia', 'tc4', 'Printers')
  await desk.settle()
}

/** 08:15 to 09:12: the first answers, a pause, and tickets that wait too long. */
const answerFirst = async (desk: Desk, seed: number) => {
  const { at, say, note, take, change, queue } = desk
  at('08:15:00')
  const morning = await queue('lena', { group_id: desk.groups['Network'], sort: 'sla', status: 'open' })
  const urgent = await queue('axel', {
    priority: ['urgent', 'high'],
    sort: '-priority',
    category: ['Network'],
  })
  await take('pia', 't1', 'lena')
  await take('nora', 't0')
  await note('nora', 't0')
  await desk.does('nora', viewTicket, { params: desk.params('t0') })
  const viewers = []
  for (const who of ['nick', 'nora', 'r00'])
    viewers.push(
      (await desk.does(who, readTicket, { params: desk.params('t0') })).body.viewers?.map(({ name }) => name),
    )
  at('08:20:00')
  await say('nora', 't0')
  await say('nick', 'tc0')
  await note('nick', 'tc0')
  at('08:30:00')
  await change('nora', 't0', { status: 'pending' })
  await interleave(
    seed,
    [13, 16, 19, 22].map((n) => handle(desk, n % 2 ? 'pia' : 'paul', n, 'resolved')),
  )
  await desk.settle()
  at('08:40:00')
  await say('pia', 'tc1')
  await desk.runScheduler('08:52:30')
  await say('axel', 't20')
  await say('axel', 't35')
  await desk.runScheduler('08:56:30')
  await desk.runScheduler('09:10:30')
  const overdue = await queue('lena', { overdue: true, sort: 'sla' })
  const printers = await queue('paul', { overdue: true, sort: '-sla', group_id: desk.groups['Printers'] })
  at('09:12:00')
  await say('pia', 't1')
  const waiting = { 10: 'pia', 25: 'paul', 15: 'nick', 30: 'nora' }
  await interleave(
    seed,
    Object.entries(waiting).map(([n, agent]) => handle(desk, agent, Number(n), 'resolved')),
  )
  await desk.settle()
  return { morning, urgent, viewers, overdue, printers }
}

/** 09:20 to 10:30: merges, a reopened ticket, an undone change, a macro, and answers of requesters. */
const work = async (desk: Desk) => {
  const { at, say, change, merge, contacts } = desk
  at('09:20:00')
  await merge('axel', 't2b', 't2')
  await say('axel', 't2')
  await say('r02', 't2', 'Reply')
  await merge('nick', 't4', 't3')
  await merge('nick', 'tc3', 't3')
  await merge('axel', 'tc2b', 'tc2')
  await desk.take('nick', 't3')
  await desk.settle()
  at('09:30:00')
  await change('axel', 't5', { status: 'resolved' })
  await change('paul', 't7', { priority: 'normal', tags: ['vip'] })
  await desk.settle()
  const raised = (await activityOf(desk.people['paul']!, 'ticket', desk.params('t7')))[0]!
  await desk.does('paul', undoChange, { params: { id: raised.id } })
  at('09:40:00')
  await say('r05', 't5', 'Reply')
  await desk.settle()
  at('09:45:00')
  await say('axel', 't5')
  await change('axel', 't5', { status: 'resolved' })
  const macro = {
    name: 'Photo',
    text: 'Dear {{requester.name}}, a photo for #{{ticket.number}} please. {{agent.name}}',
    changes: { status: 'pending' as const, tags: ['photo'] },
  }
  const { id } = (await desk.does('lena', createMacro, { body: macro })).body
  at('09:50:00')
  const preview = (
    await desk.does('axel', previewMacro, { params: { id }, body: { ticket_id: desk.params('t8').id } })
  ).body
  await say('axel', 't8', preview.text)
  await change('axel', 't8', preview.changes)
  await desk.settle()
  at('09:55:00')
  await say('r08', 't8', 'Reply')
  for (let n = 0; n < 3; n += 1) await say('r09', 't9', `Reply ${n}`)
  await desk.settle()
  at('10:05:00')
  await change('lena', 't9', { tags: ['waiting'] })
  at('10:15:00')
  await say('r09', 't9', 'Reply')
  await change('r05', 't5', { status: 'closed', rating: 2 })
  const body = { ticket_id: desk.params('t5').id, text: `Reply ${markOf('r05')}` }
  const refused = (await desk.ask('r05', createMessage, { body })).status
  await change('r05', 't5', { status: 'open' })
  await change('axel', 't5', { status: 'closed' })
  at('10:30:00')
  await say('r00', 't0', 'Reply')
  const to = await replyAddressOf(contacts['c0']!, desk.params('tc0'))
  await mailFromContact(
    contacts['c0']!,
    { to, body: `Mailed by ${markOf('c0')}` },
    { index: false, texts: false },
  )
  const token = tokenIn((await mailsTo(contacts['c1']!.email))[0]!)
  await made(replyByLink, { body: { token, text: `Reply ${markOf('c1')}` } })
  await desk.settle()
  return { preview: preview.text, refused }
}

/** 11:00 to 17:00: solutions, changes of many tickets, and the end of the clocks. */
const solve = async (desk: Desk, seed: number) => {
  const { at, say, change, bulk, queue, params } = desk
  const ids = (keys: string[]) => keys.map((key) => params(key).id)
  at('11:00:00')
  await change('nora', 't0', { status: 'resolved' })
  await desk.settle(true)
  const suggested = []
  for (const who of ['r00', 'r01']) {
    const body = { subject: 'Printer smokes', description: `Described by ${markOf('r00')}` }
    const { items } = (await desk.does(who, suggestSolutions, { body })).body
    suggested.push(items.map(({ id }) => id === params('t0').id))
  }
  await desk.runScheduler('11:12:30')
  const solved = await bulk('axel', ids(['t20', 't35', 't4']), { status: 'resolved' })
  await change('r00', 't0', { rating: 5 })
  await change('pia', 't1', { status: 'resolved' })
  const lan = ids(low('Network').map(keyOf))
  at('12:00:00')
  await bulk('lena', lan, { assignee_id: desk.people['nick']!.id, tags: ['lan'] })
  await bulk('lena', lan, { assignee_id: desk.people['nick']!.id, tags: ['lan'] })
  const own = await queue('nick', { assignee_id: ['me'], tag: ['lan'], sort: 'created' })
  await desk.runScheduler('12:30:30')
  await bulk('nick', lan, { status: 'resolved' })
  await change('nick', 't3', { status: 'resolved' })
  await say('paul', 't6')
  await change('r06', 't6', { status: 'closed', rating: 4 })
  await change('pia', 'tc4', { status: 'closed' })
  await change('nick', 'tc0', { status: 'resolved' })
  await desk.settle()
  const to = await replyAddressOf(desk.contacts['c4']!, params('tc4'))
  await mailFromContact(
    desk.contacts['c4']!,
    { to, body: `Mailed by ${markOf('c4')}` },
    { index: false, texts: false },
  )
  await desk.runScheduler('14:20:30')
  await desk.runScheduler('16:20:30')
  const evening = await queue('lena', { overdue: true, sort: 'sla' })
  at('17:00:00')
  await interleave(seed, [
    ...low('Accounts').map((n) => handle(desk, 'axel', n, 'closed')),
    ...[28, 31, 34, 37].map((n) => handle(desk, n % 2 ? 'pia' : 'paul', n, 'resolved')),
    ...requesterNames.map((who) => () => desk.does(who, listTickets, {})),
  ])
  await desk.settle(true)
  const left = await queue('lena', { status: ['open', 'in_progress', 'pending'], sort: 'created' })
  return { suggested, solved: solved.map(({ status }) => status), own: own.keys, evening: evening.keys, left }
}

/** Returns what is left of the day, without IDs. */
const outcomeOf = async (desk: Desk) => {
  const mailbox = await readMailbox()
  const news: Record<string, Record<string, number>> = {}
  const mails: Record<string, string[]> = {}
  for (const [name, as] of Object.entries(desk.people)) {
    const { items } = (await desk.does(name, listNotifications, { query: { limit: 100 } })).body
    const types = Map.groupBy(items, ({ type }) => type.replace('ticket_', ''))
    news[name] = Object.fromEntries([...types].map(([type, { length }]) => [type, length]))
    const titles = items.map(({ title }) => title)
    mails[name] = mailbox(as.email)
      .map(({ body }) => titles.find((title) => body.text.includes(title)) ?? 'unknown')
      .toSorted()
    if (name !== 'nora') expect(mails[name]).toEqual(titles.toSorted())
    mails[name] = mails[name].map((title) => title.replace(/\w+ \d+, \d{4} at/, 'the day at'))
  }
  for (const [name, { email }] of Object.entries(desk.contacts))
    mails[name] = mailbox(email)
      .map(({ subject }) => subject)
      .toSorted()
  const tickets: Record<string, unknown> = {}
  for (const key of Object.keys(desk.tickets)) {
    const ticket = (await desk.does('lena', readTicket, { params: desk.params(key) })).body
    const query = { ticket_id: ticket.id, limit: 100 }
    const { items } = (await desk.does('lena', listMessages, { query })).body
    const { number, status, priority, tags, rating, group, assignee, sla } = ticket
    const history = await activityOf(desk.people['lena']!, 'ticket', ticket)
    tickets[key] = {
      number,
      status,
      priority,
      tags,
      rating,
      group: group?.name,
      assignee: assignee?.name,
      breached: sla?.breached,
      links: ticket.links.map(({ type, title }) => [type, title]),
      messages: items.map(({ author, text, created_at }) => [created_at.slice(11, 16), author.name, text]),
      // entries of one change have the same time, and no order
      history: history
        .map(({ at, actor, action, changes }) =>
          [at.slice(11), actor?.name, action, ...changes.map(({ field }) => field)].join(' '),
        )
        .toSorted()
        .map((entry) => entry.slice(entry.indexOf(' ') + 1)),
    }
  }
  return { news, mails, tickets }
}

/** Returns the marks in everything that each requester and contact has received, at the end by all lists. */
const receivedMarks = async (desk: Desk) => {
  const mailbox = await readMailbox()
  const marks: Record<string, string[]> = {}
  for (const name of requesterNames) {
    for (const q of ['printer answer', markOf('internal')]) {
      await desk.does(name, searchEverything, { query: { q, limit: 50 } })
      await desk.does(name, listTickets, { query: { q, limit: 50 } })
    }
    await desk.does(name, listTickets, { query: { limit: 100 } })
    await desk.does(name, listMessages, { query: { limit: 100 } })
    for (const { id, requester } of Object.values(desk.tickets))
      if (requester === name)
        desk.seen[name]!.push(JSON.stringify(await activityOf(desk.people[name]!, 'ticket', { id })))
    const received = [...desk.seen[name]!, JSON.stringify(mailbox(desk.people[name]!.email))]
    marks[name] = marksIn(received.join())
  }
  for (const [name, { email }] of Object.entries(desk.contacts)) {
    const mails = mailbox(email)
    const pages = []
    for (const token of mails.map(tokenIn))
      if (token) pages.push(await made(readLinkedTicket, { body: { token } }))
    marks[name] = marksIn(JSON.stringify([mails, pages]))
  }
  return marks
}

const play = async (week: number, deliveries: number, seed: number) => {
  const desk = await openDesk(week, deliveries)
  await openTickets(desk)
  const moments = { ...(await answerFirst(desk, seed)), ...(await work(desk)), ...(await solve(desk, seed)) }
  const marks = await receivedMarks(desk)
  return { moments, marks, ...(await outcomeOf(desk)) }
}

/** Notifications of the agents, computed by hand. */
const agentNews = {
  nora: { created: 18, reply: 3, due_soon: 2, overdue: 2 },
  nick: { created: 17, assigned: 8, reply: 2, due_soon: 2, overdue: 2 },
  pia: { created: 17, assigned: 1, reply: 2, due_soon: 5, overdue: 4 },
  paul: { created: 18, reply: 2, due_soon: 3, overdue: 3 },
  axel: { created: 15, reply: 4, due_soon: 6, overdue: 3 },
  lena: { created: 3, reply: 1 },
}

/** Notifications of requesters with a story of their own, computed by hand. */
const storyNews = {
  r00: { reply: 1, status_changed: 2 },
  r01: { reply: 1, status_changed: 1 },
  r02: { reply: 1, status_changed: 1 },
  r03: { status_changed: 1 },
  r04: { status_changed: 1, solved: 1 },
  r05: { reply: 1, status_changed: 3 },
  r06: { created: 1, reply: 1 },
  r07: {},
  r08: { reply: 1, status_changed: 1 },
  r09: {},
}

const otherNews = others.map((n) => [
  `r${n}`,
  { status_changed: 1, ...(!low('Network').includes(n) && { reply: 1 }) },
])

test('a working day of six agents ends the same, however calls interleave and messages repeat', async () => {
  const first = await play(1, 1, 7)
  const second = await play(2, 2, 12)

  expect(second).toEqual(first)
  expect(first.news).toEqual({ ...agentNews, ...storyNews, ...Object.fromEntries(otherNews) })
  expect(Object.entries(first.marks).filter(([name, marks]) => marks.join() !== name)).toEqual([])
  const kindsOf = (name: string) => first.mails[name]?.map((subject) => subject.split(':')[0])
  const [opened, answered, solution] = [
    'We have received your request',
    'Answer to your request',
    'Your request is solved',
  ]
  expect(kindsOf('c0')).toEqual([answered, opened, solution])
  expect(kindsOf('c1')).toEqual([answered, opened])
  expect(kindsOf('c2')).toEqual([opened, opened])
  expect(kindsOf('c3')).toEqual([opened, 'Your request is closed', solution])
  expect(kindsOf('c4')).toEqual(['Not added', opened, solution])
  const { morning, overdue, printers, evening, left, viewers, suggested, solved, refused } = first.moments
  expect(morning.keys.slice(0, 7)).toEqual(['t0', 't15', 't30', 'tc0', 't3', 't4', 'tc3'])
  expect(overdue.keys).toEqual(['t10', 't15', 't25', 't30', 't1'])
  expect(printers.keys).toEqual(['t1', 't25', 't10'])
  expect(evening).toEqual(['t2', 'tc1', 'tc2', 't8'])
  expect(left.keys).toEqual(['t2', 't7', 't8', 't9', 'tc1', 'tc2'])
  expect(viewers).toEqual([['nora'], [], undefined])
  expect([suggested, solved, refused]).toEqual([[[true], []], [200, 200, 409], 409])
})
